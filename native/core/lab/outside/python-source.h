#pragma once

namespace breakeven::lab {

/// The program that runs a Python file of a lab, for `python3 -c`. Its words: the file, its name in
/// messages, the function, the folder of the lab, the package and index of a GPU (`-` for the
/// host), the bytes before the data of an array; then six words an argument: name, role, type, file
/// handle, shape or value, and the file handle of first contents or `-`. It answers each line with
/// one: `ok` and numbers, or `error` and a sentence.
extern const char* const python_source;
/// What it needs of packages; stands before it.
extern const char* const python_devices;

}  // namespace breakeven::lab
