! /// breakeven
! title = "Fortran"
! summary = "An array expression on one core."
! ///
subroutine saxpy(n, a, x, y) bind(C, name="saxpy")
  use iso_c_binding
  integer(c_int32_t), value :: n
  real(c_float), value :: a
  real(c_float), intent(in) :: x(n)
  real(c_float), intent(inout) :: y(n)
  y = a * x + y
end subroutine saxpy
