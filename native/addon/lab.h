#pragma once

#include <napi.h>

#include <string>

namespace breakeven {

/// Adds the functions for labs: openLab, closeLab, evaluate, checkExpression, nvrtc, nvrtcCompile.
void add_lab_functions(Napi::Env env, Napi::Object exports, const std::string& provider);

}  // namespace breakeven
