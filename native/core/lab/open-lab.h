#pragma once

#include <memory>
#include <string>

#include "description.h"
#include "lab-variant.h"

namespace breakeven::lab {

/// Puts a lab into the registry, or in place of one that is there, with the variants of the
/// addon `provider` ("cpu" or "cuda"). Throws BadInput with one sentence, and then changes nothing.
void open_lab(const std::string& provider, const Description& description,
              const Artifacts& artifacts);

/// Takes a lab out of the registry; nothing where it is not open. Throws BadInput.
void close_lab(const std::string& id);

/// Opens the builds of a variant of a form. The CUDA addon sets those of its forms at load time.
using MakeVariant = Variant (*)(std::shared_ptr<LabVariant> variant);
void set_cuda_maker(VariantForm form, MakeVariant make);

}  // namespace breakeven::lab
