typedef struct {
  double place, speed;
  long id;
} particle;
