#include "api/client/field_check.hpp"

#include <coinformer/api/dynamic_object.hpp>

#include <boost/describe/class.hpp>

#include <sstream>

#include "catch.hpp"

using namespace coinformer;

// The names are as general as those of the objects that they stand for, so that they need a namespace of
// their own.
namespace field_check_test {

constexpr resource pods{"", "v1", "pods", "Pod"};

struct port {
    int containerPort = 0;
    int hostPrt = 0;
};
struct container {
    text image;
    list<port> ports;
};
struct misspelt_spec {
    text nodename;
    list<container> containers;
};
struct misspelt_pod {
    misspelt_spec spec;
    text fase;
};
BOOST_DESCRIBE_STRUCT(port, (), (containerPort, hostPrt))
BOOST_DESCRIBE_STRUCT(container, (), (image, ports))
BOOST_DESCRIBE_STRUCT(misspelt_spec, (), (nodename, containers))
BOOST_DESCRIBE_STRUCT(misspelt_pod, (), (spec, fase))

// All members here are allowed, although the table has few of them.
struct own_labels {
    key<"app.kubernetes.io/name", text> name;
};
struct base_meta {
    own_labels labels;
    std::map<std::string, std::string> annotations;
};
struct meta : base_meta {
    std::optional<std::string> generateName;
};
struct ready {
    text status;
};
struct requested {
    quantity cpu;
    key<"example.com/gpu", quantity> gpus;
};
struct needs {
    requested requests;
    map<quantity> limits;
};
struct running {
    text image_;
    boxed<needs> resources;
};
struct correct_spec {
    required<text> nodeName;
    element<"name", "web", running> containers;
    labels nodeSelector;
    raw_json affinity;
    key<"hostNetwork", bool> uses_host;
};
struct correct_status {
    std::optional<element<"type", "Ready", ready>> conditions;
};
struct correct_pod {
    std::string apiVersion, kind;
    meta metadata;
    correct_spec spec;
    correct_status status;
};
BOOST_DESCRIBE_STRUCT(own_labels, (), (name))
BOOST_DESCRIBE_STRUCT(base_meta, (), (labels, annotations))
BOOST_DESCRIBE_STRUCT(meta, (base_meta), (generateName))
BOOST_DESCRIBE_STRUCT(ready, (), (status))
BOOST_DESCRIBE_STRUCT(requested, (), (cpu, gpus))
BOOST_DESCRIBE_STRUCT(needs, (), (requests, limits))
BOOST_DESCRIBE_STRUCT(running, (), (image_, resources))
BOOST_DESCRIBE_STRUCT(correct_spec, (), (nodeName, containers, nodeSelector, affinity, uses_host))
BOOST_DESCRIBE_STRUCT(correct_status, (), (conditions))
BOOST_DESCRIBE_STRUCT(correct_pod, (), (apiVersion, kind, metadata, spec, status))

struct wrong_key_spec {
    element<"nmae", "web", ready> containers;
};
struct wrong_key_pod {
    wrong_key_spec spec;
};
BOOST_DESCRIBE_STRUCT(wrong_key_spec, (), (containers))
BOOST_DESCRIBE_STRUCT(wrong_key_pod, (), (spec))

struct distant_meta {
    text UID;
    text version;
};
struct distant_pod {
    distant_meta metadata;
};
BOOST_DESCRIBE_STRUCT(distant_meta, (), (UID, version))
BOOST_DESCRIBE_STRUCT(distant_pod, (), (metadata))

// The members of this struct are keys of a map of objects.
struct attribute {
    text string;
    text strng;
};
struct attributes {
    key<"example.com/model", attribute> model;
};
struct device {
    attributes attributes_;
    map<attribute> capacity;
};
struct slice_spec {
    list<device> devices;
};
struct slice {
    slice_spec spec;
};
BOOST_DESCRIBE_STRUCT(attribute, (), (string, strng))
BOOST_DESCRIBE_STRUCT(attributes, (), (model))
BOOST_DESCRIBE_STRUCT(device, (), (attributes_, capacity))
BOOST_DESCRIBE_STRUCT(slice_spec, (), (devices))
BOOST_DESCRIBE_STRUCT(slice, (), (spec))

struct checked {
    std::ostringstream text;
    stream_log log{text};
    detail::field_check fields{unknown_fields::warn, log};

    template <class T>
    std::string said_about(resource const& of = pods)
    {
        text.str("");
        fields.check(of, detail::object_type_of<T>());
        return text.str();
    }
};

TEST_CASE_METHOD(checked, "each member that the kind does not have is one warning, with the nearest field")
{
    CHECK(said_about<misspelt_pod>() ==
          "WARNING the projection of pods reads spec.nodename, which pods of Kubernetes 1.37 do not have; "
          "the nearest "
          "field is "
          "spec.nodeName (correct the member's name, or set client_options::unknown_fields)\n"
          "WARNING the projection of pods reads spec.containers.ports.hostPrt, which pods of Kubernetes 1.37 "
          "do not "
          "have; the nearest "
          "field is spec.containers.ports.hostPort (correct the member's name, or set "
          "client_options::unknown_fields)\n"
          "WARNING the projection of pods reads fase, which pods of Kubernetes 1.37 do not have; no field "
          "there has a "
          "similar name "
          "(correct the member's name, or set client_options::unknown_fields)\n");
    CHECK(said_about<misspelt_pod>().empty()); // it is logged once
}

TEST_CASE_METHOD(checked,
                 "renamed and inherited members, maps, elements of lists, and raw JSON are no mistakes")
{
    CHECK(said_about<correct_pod>().empty());
    CHECK(said_about<dynamic_object>().empty());
}

TEST_CASE_METHOD(checked,
                 "a name in capital letters is near its field, and one with other letters is near none")
{
    auto const said = said_about<distant_pod>();
    INFO(said);
    CHECK(said.find("reads metadata.UID, which pods of Kubernetes 1.37 do not have; the nearest field is "
                    "metadata.uid ") != said.npos);
    CHECK(said.find("reads metadata.version, which pods of Kubernetes 1.37 do not have; no field there has a "
                    "similar name ") != said.npos);
}

TEST_CASE_METHOD(checked, "the key of an element is checked, too")
{
    CHECK(said_about<wrong_key_pod>().find("reads spec.containers.nmae, which") != std::string::npos);
    CHECK(text.str().find("the nearest field is spec.containers.name ") != std::string::npos);
}

TEST_CASE_METHOD(checked, "the keys of a map of objects are not checked, its values are")
{
    constexpr resource slices{"resource.k8s.io", "v1", "resourceslices", "ResourceSlice", scope::cluster};
    auto const said = said_about<slice>(slices);
    CHECK(said.find("example.com/model, which") == std::string::npos);
    CHECK(said.find("reads spec.devices.attributes.example.com/model.strng, which resourceslices of "
                    "Kubernetes 1.37 do "
                    "not have; the "
                    "nearest field is spec.devices.attributes.example.com/model.string ") !=
          std::string::npos);
}

TEST_CASE_METHOD(checked, "a kind that the table does not know is not checked")
{
    CHECK(said_about<misspelt_pod>({"example.io", "v1", "pods", "Pod"}).empty());
    CHECK(said_about<misspelt_pod>({"", "v2", "pods", "Pod"}).empty());
}

TEST_CASE_METHOD(checked, "the same projection is checked for each kind with which it is used")
{
    CHECK_FALSE(said_about<misspelt_pod>().empty());
    CHECK(
        said_about<misspelt_pod>({"", "v1", "nodes", "Node"}).find("nodes of Kubernetes 1.37 do not have") !=
        std::string::npos);
}

TEST_CASE("unknown fields may be errors, reported at each use, or be ignored")
{
    std::ostringstream text;
    stream_log log(text);
    detail::field_check strict(unknown_fields::error, log);
    for (int i = 0; i != 2; ++i) {
        try {
            strict.check(pods, detail::object_type_of<misspelt_pod>());
            FAIL("nothing was thrown");
        } catch (api_error const& e) {
            CHECK(e.code() == errc::unknown_field);
            CHECK(e.code() == condition::misused);
            CHECK(std::string(e.what()).starts_with("a field that does not exist: the projection of pods "
                                                    "reads spec.nodename, which pods of Kubernetes "
                                                    "1.37 do not have; the "
                                                    "nearest field is spec.nodeName; the projection of pods "
                                                    "reads spec.containers.ports.hostPrt, "));
        }
    }
    strict.check(pods, detail::object_type_of<correct_pod>());
    detail::field_check(unknown_fields::ignore, log).check(pods, detail::object_type_of<misspelt_pod>());
    CHECK(text.str().empty());
}

} // namespace field_check_test
