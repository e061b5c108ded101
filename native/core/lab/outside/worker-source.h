#pragma once

#include <string>
#include <vector>

namespace breakeven::lab {

/// The words that begin a worker, up to those of WorkerProcess: the file, or the text of a script
/// of the product; its name in messages; the function; the folder of the lab, empty for a script of
/// the product; the package and index of a GPU; the bytes before the data of an array; then six
/// words an argument: name, role, type, file handle, shape or value, and the file handle of first
/// contents or
/// `-`. A worker answers each line with one: `ok` and numbers, or `error` and a sentence.
std::vector<std::string> python_worker(const std::string& python);
std::vector<std::string> node_worker(const std::string& node);

/// What the program in Python needs of packages; stands before it.
extern const char* const python_devices;

}  // namespace breakeven::lab
