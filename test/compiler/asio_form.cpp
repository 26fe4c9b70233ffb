// Whatever includes one of the headers refers to the form of Asio that it was compiled with.
#include <coinformer/core/task.hpp>

int main() {}
