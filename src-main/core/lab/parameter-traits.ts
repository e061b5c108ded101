/**
 * Templates by which CUDA code checks types without a header: of scalars and of what arrays point to. Macros of the command
 * line, such as T and N, must not reach their names.
 */
export const parameterTraits = `
template <int breakeven_size> struct breakeven_any { char bytes[breakeven_size]; };
template <class breakeven_a_p, class breakeven_b_p> struct breakeven_same { static constexpr bool value = false; };
template <class breakeven_a_p> struct breakeven_same<breakeven_a_p, breakeven_a_p> { static constexpr bool value = true; };
template <class breakeven_t_p> struct breakeven_plain { using type = breakeven_t_p; };
template <class breakeven_t_p> struct breakeven_plain<const breakeven_t_p> { using type = breakeven_t_p; };
template <class breakeven_t_p, decltype(sizeof 0) breakeven_n> struct breakeven_plain<breakeven_t_p[breakeven_n]> : breakeven_plain<breakeven_t_p> {};
template <class breakeven_t_p, decltype(sizeof 0) breakeven_n> struct breakeven_plain<const breakeven_t_p[breakeven_n]> : breakeven_plain<breakeven_t_p> {};
template <class breakeven_t_p> __host__ __device__ constexpr bool breakeven_is_real() { return breakeven_same<breakeven_t_p, float>::value || breakeven_same<breakeven_t_p, double>::value; }
template <class breakeven_t_p> struct breakeven_is_class { template <class breakeven_u_p> __host__ __device__ static char test(int breakeven_u_p::*); template <class breakeven_u_p> __host__ __device__ static long test(...); static constexpr bool value = sizeof(test<breakeven_t_p>(nullptr)) == 1; };
template <class breakeven_a_p, class breakeven_b_p> struct breakeven_alike {
  static constexpr bool classes = breakeven_is_class<breakeven_a_p>::value || breakeven_is_class<breakeven_b_p>::value;
  static constexpr bool value = sizeof(breakeven_a_p) == sizeof(breakeven_b_p) && (classes ? breakeven_is_class<breakeven_a_p>::value == breakeven_is_class<breakeven_b_p>::value : breakeven_is_real<breakeven_a_p>() == breakeven_is_real<breakeven_b_p>());
};
template <class breakeven_p_p, class breakeven_t_p> struct breakeven_scalar { static constexpr bool value = breakeven_alike<typename breakeven_plain<breakeven_p_p>::type, breakeven_t_p>::value; };
template <class breakeven_p_p, class breakeven_t_p> struct breakeven_array { static constexpr bool value = false; };
template <class breakeven_q_p, class breakeven_t_p> struct breakeven_array<breakeven_q_p *, breakeven_t_p> { static constexpr bool value = breakeven_alike<typename breakeven_plain<breakeven_q_p>::type, breakeven_t_p>::value; };
template <class breakeven_q_p, class breakeven_t_p> struct breakeven_array<breakeven_q_p *__restrict__, breakeven_t_p> { static constexpr bool value = breakeven_alike<typename breakeven_plain<breakeven_q_p>::type, breakeven_t_p>::value; };
template <int breakeven_n, class breakeven_first, class... breakeven_rest> struct breakeven_nth { using type = typename breakeven_nth<breakeven_n - 1, breakeven_rest...>::type; };
template <class breakeven_first, class... breakeven_rest> struct breakeven_nth<0, breakeven_first, breakeven_rest...> { using type = breakeven_first; };
template <class breakeven_f_p> struct breakeven_function;
template <class breakeven_r_p, class... breakeven_p_p> struct breakeven_function<breakeven_r_p (*)(breakeven_p_p...)> {
  static constexpr int count = sizeof...(breakeven_p_p);
  template <int breakeven_n> struct at { using type = typename breakeven_nth<breakeven_n, breakeven_p_p..., void>::type; };
};`;
