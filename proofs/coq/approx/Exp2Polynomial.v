(** EXP2-1, first half: the polynomials of [fpcheck::kernels::exp2_polynomial] against 2^f on [-1/2, 1/2]: truncation by
    coq-interval, rounding by Gappa, in one relative bound. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core.
From Interval Require Import Tactic.
From Gappa Require Import Gappa_tactic.
From Fpcheck.arith Require Import Format.
From Fpcheck.generated Require Import Rows Exp2Constants.
Local Open Scope R_scope.

Definition pow2 (x : R) := exp (x * ln 2).
Definition fma32 (a b c : R) := rne f32 (a * b + c).

(** As shipped: Horner's rule, every step one rounded fused multiply-add. *)
Definition bf16_grade f := fma32 f (fma32 f (fma32 f bf16_grade_c3 bf16_grade_c2) bf16_grade_c1) 1.
Definition f16_grade f := fma32 f (fma32 f (fma32 f (fma32 f f16_grade_c4 f16_grade_c3) f16_grade_c2) f16_grade_c1) 1.
Definition f32_grade f :=
  fma32 f (fma32 f (fma32 f (fma32 f (fma32 f (fma32 f f32_grade_c6 f32_grade_c5) f32_grade_c4) f32_grade_c3) f32_grade_c2) f32_grade_c1) 1.

(** The same without rounding. *)
Definition bf16_exact f := f * (f * (f * bf16_grade_c3 + bf16_grade_c2) + bf16_grade_c1) + 1.
Definition f16_exact f := f * (f * (f * (f * f16_grade_c4 + f16_grade_c3) + f16_grade_c2) + f16_grade_c1) + 1.
Definition f32_exact f :=
  f * (f * (f * (f * (f * (f * f32_grade_c6 + f32_grade_c5) + f32_grade_c4) + f32_grade_c3) + f32_grade_c2) + f32_grade_c1) + 1.

Lemma pow2_pos f : 0 < pow2 f.
Proof. apply exp_pos. Qed.
Lemma pow2_range f : -1/2 <= f <= 1/2 -> 5 * powerRZ 2 (-3) <= pow2 f <= 3 * powerRZ 2 (-1).
Proof. intros H. unfold pow2. simpl. split; interval with (i_prec 30). Qed.

Lemma quotient_form p f b : Rabs (p * exp (- (f * ln 2)) - 1) <= b -> Rabs ((p - pow2 f) / pow2 f) <= b.
Proof.
intros H. replace ((p - pow2 f) / pow2 f) with (p * exp (- (f * ln 2)) - 1); [exact H|].
unfold pow2. rewrite exp_Ropp. field. apply Rgt_not_eq, exp_pos.
Qed.
Lemma bf16_truncation f : -1/2 <= f <= 1/2 -> Rabs ((bf16_exact f - pow2 f) / pow2 f) <= 6798 * powerRZ 2 (-26).
Proof.
intros H. apply quotient_form. unfold bf16_exact, bf16_grade_c1, bf16_grade_c2, bf16_grade_c3. simpl.
interval with (i_bisect f, i_taylor f, i_degree 8, i_prec 60, i_depth 20).
Qed.
Lemma f16_truncation f : -1/2 <= f <= 1/2 -> Rabs ((f16_exact f - pow2 f) / pow2 f) <= 3032 * powerRZ 2 (-30).
Proof.
intros H. apply quotient_form. unfold f16_exact, f16_grade_c1, f16_grade_c2, f16_grade_c3, f16_grade_c4. simpl.
interval with (i_bisect f, i_taylor f, i_degree 9, i_prec 70, i_depth 20).
Qed.
Lemma f32_truncation f : -1/2 <= f <= 1/2 -> Rabs ((f32_exact f - pow2 f) / pow2 f) <= 64 * powerRZ 2 (-34).
Proof.
intros H. apply quotient_form.
unfold f32_exact, f32_grade_c1, f32_grade_c2, f32_grade_c3, f32_grade_c4, f32_grade_c5, f32_grade_c6. simpl.
interval with (i_bisect f, i_taylor f, i_degree 11, i_prec 80, i_depth 20).
Qed.

(** What a shipped polynomial is worth: its value is a float, its relative error, its range, and that it stays clear of 1
    for the largest argument below an integer. *)
Definition polynomial_ok (p : R -> R) (bound : R) := forall f, inF f32 f -> -1/2 <= f <= 1/2 ->
  inF f32 (p f) /\ Rabs ((p f - pow2 f) / pow2 f) <= bound /\ powerRZ 2 (-1) <= p f <= 3 * powerRZ 2 (-1) /\
  (f <= - powerRZ 2 (-17) -> powerRZ 2 (-2) <= p f <= 262143 * powerRZ 2 (-18)).

Lemma rounded_form f : inF f32 f -> rounding_float rndNE 24 (-149) f = f.
Proof. intros F. apply (round_generic radix2 (FLT_exp (-149) 24) rndNE). exact F. Qed.

(** The rounding of each step, by Gappa. *)
Ltac by_gappa truncation :=
  intros f F H;
  let E := fresh "E" in let T := fresh "T" in let R := fresh "R" in
  assert (E := pow2_range f H); assert (T := truncation f H); assert (R := rounded_form f F);
  assert (B : - powerRZ 2 (-1) <= f <= powerRZ 2 (-1)) by (simpl; lra);
  unfold bf16_exact, f16_exact, f32_exact in T;
  split; [apply inF_rne; auto with typeclass_instances|];
  unfold bf16_grade, f16_grade, f32_grade, fma32;
  generalize dependent (pow2 f); intros y E T;
  change (rne f32) with (rounding_float rndNE 24 (-149)); rewrite <- R in *;
  generalize dependent f; intros x _ _ _ B T;
  unfold bf16_grade_c1, bf16_grade_c2, bf16_grade_c3, bf16_grade_bound,
    f16_grade_c1, f16_grade_c2, f16_grade_c3, f16_grade_c4, f16_grade_bound,
    f32_grade_c1, f32_grade_c2, f32_grade_c3, f32_grade_c4, f32_grade_c5, f32_grade_c6, f32_grade_bound in *;
  split; [gappa|split; [gappa|]];
  intros N; generalize (conj (proj1 B) N); clear B N T E; intros B; gappa.

Theorem bf16_polynomial : polynomial_ok bf16_grade bf16_grade_bound.
Proof. by_gappa bf16_truncation. Qed.
Theorem f16_polynomial : polynomial_ok f16_grade f16_grade_bound.
Proof. by_gappa f16_truncation. Qed.
Theorem f32_polynomial : polynomial_ok f32_grade f32_grade_bound.
Proof. by_gappa f32_truncation. Qed.
