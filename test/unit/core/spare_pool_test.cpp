#include "core/spare_pool.hpp"

#include "catch.hpp"

#include <memory>
#include <stdexcept>

using coinformer::detail::spare_pool;

TEST_CASE("a pool makes an object only if all that it has made are in use, also after an exception")
{
    spare_pool<int> pool;
    int made = 0;
    auto const make = [&made] { return std::make_unique<int>(++made); };
    for (int i = 0; i != 3; ++i) {
        spare_pool<int>::loan const first(pool, make);
        try {
            spare_pool<int>::loan const second(pool, make);
            CHECK(first.get() != second.get());
            throw std::runtime_error("ends the second loan");
        } catch (std::runtime_error const&) {
        }
        spare_pool<int>::loan const third(pool, make);
        CHECK(first.get() != third.get());
    }
    CHECK(made == 2);
}
