import type { Lab, LabSource } from './lab.ts';
import { argumentsFile, firstArgumentLine, type Shim, typeName } from './shim.ts';

/**
 * A kernel as it is, with a check of its parameters behind it: the launch hands them over by address, so a type of another
 * size would be read wrongly. Macros of the file, such as T, must not reach what checks them. Nothing of the toolkit is included, so that NVRTC compiles it alone, for which every function is one of the device.
 */
export function kernelShim(source: LabSource, { description }: Lab): Shim {
  const checks = description.args.map((argument, at) => {
    const type = typeName('scalar' in argument ? argument.scalar : argument.array, 'cuda');
    const kind = 'scalar' in argument ? 'scalar' : 'array';
    return `static_assert(breakeven_${kind}<breakeven_parameters::at<${at}>::type, ${plainCuda[type] ?? type}>::value, "argument ${argument.name}");`;
  });
  const text = [
    kernelTraits,
    `#include ${JSON.stringify(source.path)}`,
    `using breakeven_parameters = breakeven_function<decltype(&${source.function})>;`,
    `static_assert(breakeven_parameters::count == ${description.args.length}, "number of arguments");`,
    `#line ${firstArgumentLine} "${argumentsFile}"`,
    ...checks,
    '',
  ].join('\n');
  return { text, extension: '.cu' };
}

/** Types of the toolkit's headers by the size that they have. */
const plainCuda: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      [
        ['8', 'char'],
        ['16', 'short'],
        ['32', 'int'],
        ['64', 'long long'],
      ] as const
    ).flatMap(([width, name]) => [
      [`int${width}_t`, name === 'char' ? 'signed char' : name],
      [`uint${width}_t`, `unsigned ${name}`],
    ]),
  ),
  __half: 'breakeven_any<2>',
  __nv_bfloat16: 'breakeven_any<2>',
};

const kernelTraits = `
template <int size> struct breakeven_any { char bytes[size]; };
template <class A, class B> struct breakeven_same { static constexpr bool value = false; };
template <class A> struct breakeven_same<A, A> { static constexpr bool value = true; };
template <class T> struct breakeven_plain { using type = T; };
template <class T> struct breakeven_plain<const T> { using type = T; };
template <class T, decltype(sizeof 0) n> struct breakeven_plain<T[n]> : breakeven_plain<T> {};
template <class T, decltype(sizeof 0) n> struct breakeven_plain<const T[n]> : breakeven_plain<T> {};
template <class T> __host__ __device__ constexpr bool breakeven_is_real() { return breakeven_same<T, float>::value || breakeven_same<T, double>::value; }
template <class T> struct breakeven_is_class { template <class U> __host__ __device__ static char test(int U::*); template <class U> __host__ __device__ static long test(...); static constexpr bool value = sizeof(test<T>(nullptr)) == 1; };
template <class A, class B> struct breakeven_alike {
  static constexpr bool classes = breakeven_is_class<A>::value || breakeven_is_class<B>::value;
  static constexpr bool value = sizeof(A) == sizeof(B) && (classes ? breakeven_is_class<A>::value == breakeven_is_class<B>::value : breakeven_is_real<A>() == breakeven_is_real<B>());
};
template <class P, class T> struct breakeven_scalar { static constexpr bool value = breakeven_alike<typename breakeven_plain<P>::type, T>::value; };
template <class P, class T> struct breakeven_array { static constexpr bool value = false; };
template <class Q, class T> struct breakeven_array<Q *, T> { static constexpr bool value = breakeven_alike<typename breakeven_plain<Q>::type, T>::value; };
template <class Q, class T> struct breakeven_array<Q *__restrict__, T> { static constexpr bool value = breakeven_alike<typename breakeven_plain<Q>::type, T>::value; };
template <int n, class First, class... Rest> struct breakeven_nth { using type = typename breakeven_nth<n - 1, Rest...>::type; };
template <class First, class... Rest> struct breakeven_nth<0, First, Rest...> { using type = First; };
template <class F> struct breakeven_function;
template <class R, class... P> struct breakeven_function<R (*)(P...)> {
  static constexpr int count = sizeof...(P);
  template <int n> struct at { using type = typename breakeven_nth<n, P..., void>::type; };
};`;
