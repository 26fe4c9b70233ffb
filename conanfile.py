import re
from pathlib import Path

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy

required_conan_version = ">=2.0"


class Coinformer(ConanFile):
    name = "coinformer"
    description = "Kubernetes informers as C++20 coroutines"
    license = "Apache-2.0"
    topics = ("kubernetes", "informer", "controller", "coroutines", "asio")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    # zstd serves `whole_object` members that are kept compressed; without it they are kept as they are.
    # with_prometheus adds the component prometheus, which gives the library's numbers to Prometheus; with_status_page adds
    # the component status_page, a web page about a program's informers, which needs nothing else.
    options = {"shared": [True, False], "fPIC": [True, False], "with_zstd": [True, False],
               "with_http2": [True, False], "with_prometheus": [True, False],
               "with_status_page": [True, False]}
    default_options = {"shared": False, "fPIC": True, "with_zstd": True, "with_http2": True,
                       "with_prometheus": False, "with_status_page": True}
    implements = ["auto_shared_fpic"]
    exports_sources = "CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "lib/*", "scripts/*.py", "scripts/generate-*", "test/*"

    def set_version(self):
        text = (Path(self.recipe_folder) / "CMakeLists.txt").read_text()
        self.version = re.search(r"project\(coinformer VERSION ([0-9.]+)", text).group(1)

    def requirements(self):
        # the public headers use Asio's awaitable and Boost.Describe
        self.requires("boost/[>=1.81]", transitive_headers=True, transitive_libs=True)
        self.requires("openssl/[>=3]")
        self.requires("yaml-cpp/[>=0.7]")
        if self.options.with_zstd:
            self.requires("zstd/[>=1.5.4]")
        if self.options.with_http2:
            self.requires("libnghttp2/[>=1.52]")
        if self.options.with_prometheus:
            # a header of the component includes its headers
            self.requires("prometheus-cpp/[>=1.0 <2]", transitive_headers=True, transitive_libs=True)
        self.requires("zlib/[>=1.2]")  # answers that an API server has compressed

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.25]")
        if not self.conf.get("tools.build:skip_test", check_type=bool):
            self.test_requires("catch2/[>=2.13]")
            self.test_requires("cli11/[>=2.1]")

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        skip_test = self.conf.get("tools.build:skip_test", check_type=bool)
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["COINFORMER_BUILD_TESTS"] = not skip_test
        toolchain.cache_variables["COINFORMER_BUILD_SAMPLES"] = False
        toolchain.cache_variables["COINFORMER_BUILD_BENCH"] = False
        toolchain.cache_variables["COINFORMER_WITH_ZSTD"] = bool(self.options.with_zstd)
        toolchain.cache_variables["COINFORMER_WITH_HTTP2"] = bool(self.options.with_http2)
        toolchain.cache_variables["COINFORMER_WITH_PROMETHEUS"] = bool(self.options.with_prometheus)
        toolchain.cache_variables["COINFORMER_WITH_STATUS_PAGE"] = bool(self.options.with_status_page)
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()
        cmake.test()  # does nothing with tools.build:skip_test

    def package(self):
        copy(self, "LICENSE", self.source_folder, Path(self.package_folder) / "licenses")
        CMake(self).install()

    def package_info(self):
        # Projects with CMake use the installed coinformerConfig.cmake, as after `cmake --install`. It finds Boost, OpenSSL,
        # yaml-cpp, zstd, nghttp2, zlib and prometheus-cpp, whether they come from Conan or from the system. The components
        # are for other generators.
        self.cpp_info.set_property("cmake_find_mode", "none")
        testing = self.cpp_info.components["testing"]
        testing.libs = ["coinformer_testing"]
        testing.requires = ["coinformer"]
        if self.options.with_status_page:
            status_page = self.cpp_info.components["status_page"]
            status_page.libs = ["coinformer_status_page"]
            status_page.requires = ["coinformer"]
        libs = self.cpp_info.components["coinformer"]
        libs.libs = ["coinformer"]
        libs.builddirs = ["lib/cmake/coinformer"]
        if self.settings.os == "Linux":
            libs.system_libs = ["pthread"]
        users = [
            (libs, "boost", "boost::boost", ["boost_url", "boost_json"]),
            (libs, "openssl", "openssl::openssl", ["ssl", "crypto"]),
            (libs, "yaml-cpp", "yaml-cpp::yaml-cpp", ["yaml-cpp"]),
            (libs, "zstd", "zstd::zstd", ["zstd"]),
            (libs, "libnghttp2", "libnghttp2::nghttp2", ["nghttp2"]),
            (libs, "zlib", "zlib::zlib", ["z"]),
        ]
        if self.options.with_prometheus:
            prometheus = self.cpp_info.components["prometheus"]
            prometheus.libs = ["coinformer_prometheus"]
            prometheus.requires = ["coinformer"]
            users.append((prometheus, "prometheus-cpp", "prometheus-cpp::prometheus-cpp-core", ["prometheus-cpp-core"]))
        for user, requirement, component, names in users:
            if requirement == "zstd" and not self.options.with_zstd:
                continue
            if requirement == "libnghttp2" and not self.options.with_http2:
                continue
            if self._from_system(requirement):  # [platform_requires] in the profile: the linker finds it by its name
                user.system_libs = names + user.system_libs
            else:
                user.requires.append(component)

    def _from_system(self, name):
        return not any(dependency.ref.name == name for dependency in self.dependencies.host.values())
