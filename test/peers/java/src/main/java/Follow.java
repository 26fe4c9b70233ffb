import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * A fabric8 informer that says what it is told of the ConfigMaps of a namespace, until it sees one named "stop".
 * Arguments: KUBECONFIG NAMESPACE
 */
public class Follow implements ResourceEventHandler<ConfigMap> {
    private final CountDownLatch stop = new CountDownLatch(1);

    public static void main(String[] arguments) throws Exception {
        var config = Config.fromKubeconfig(Files.readString(Path.of(arguments[0])));
        var handler = new Follow();
        try (var client = new KubernetesClientBuilder().withConfig(config).build();
             var informer = client.configMaps().inNamespace(arguments[1]).inform(handler)) {
            print("SYNCED " + informer.getStore().list().size());
            handler.stop.await();
        }
        System.exit(0); // the client's threads end later
    }

    @Override
    public void onAdd(ConfigMap map) {
        say("ADDED", map);
        if (map.getMetadata().getName().equals("stop")) stop.countDown();
    }

    @Override
    public void onUpdate(ConfigMap old, ConfigMap now) {
        var before = old.getMetadata().getResourceVersion();
        if (before.equals(now.getMetadata().getResourceVersion())) return; // the same state again, after another list
        say("UPDATED", now);
    }

    @Override
    public void onDelete(ConfigMap map, boolean finalStateUnknown) {
        say("DELETED", map);
    }

    private static void say(String what, ConfigMap map) {
        print(what + " " + map.getMetadata().getName() + " " + map.getData().get("k"));
    }

    private static synchronized void print(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
