#include "file-fills.h"

#include <cstddef>
#include <map>
#include <string>

#include "array-file.h"
#include "sparse-matrix.h"

namespace breakeven::lab {

void read_file_fills(LabData& input, const Values& values) {
  /// Several arrays are parts of one matrix.
  std::map<std::string, SparseMatrix> matrices;
  for (std::size_t i = 0; i < input.arguments->size(); ++i) {
    const Argument& argument = (*input.arguments)[i];
    if (!argument.is_input() || !argument.fill->is_read()) continue;
    const std::string path = argument.fill->path_at(values);
    const auto to = input.arrays_by_argument[i].bytes();
    if (argument.fill->kind() == Fill::Kind::file) {
      read_array_file(argument, path, input.shapes[i], to);
      continue;
    }
    auto known = matrices.find(path);
    if (known == matrices.end()) known = matrices.emplace(path, read_sparse_matrix(path)).first;
    write_matrix_part(argument, known->second, input.shapes[i], to);
  }
}

}  // namespace breakeven::lab
