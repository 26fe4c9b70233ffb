#include "status_page/history.hpp"

#include "catch.hpp"
