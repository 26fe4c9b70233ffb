// A program of somebody else's: it knows the installed headers and the target coinformer::coinformer, nothing more.
#include <coinformer/core/error.hpp>

#include <iostream>

int main()
{
    coinformer::error_code const code = coinformer::errc::expired;
    std::cout << code.message() << '\n';
    return code == coinformer::condition::gone ? 0 : 1;
}
