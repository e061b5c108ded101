/** Templates by which CUDA code checks types without a header: of scalars and of what arrays point to. */
export const parameterTraits = `
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
