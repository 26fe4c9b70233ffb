// Each file that includes one of the headers refers to the form of Asio with which it was compiled.
#include <coinformer/core/task.hpp>

int main() {}
