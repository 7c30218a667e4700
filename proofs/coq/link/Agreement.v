(** What the C++ computed against what Flocq computes: how a vector is read, and what it is to agree on a part of the
    vectors. *)
From Coq Require Import ZArith List Bool.
From Flocq Require Import Core IEEE754.BinarySingleNaN IEEE754.Binary IEEE754.Bits.
From Fpcheck.generated Require Import Vectors Exp2Constants.
From Fpcheck.link Require Import Vector.
Import ListNotations.
Local Open Scope Z_scope.

(** Field [i] of a vector, counted from its end, in fields of [w] bits. *)
Definition field (w v : Z) (i : Z) : Z := Z.land (Z.shiftr v (w * i)) (Z.ones w).
Definition mode_of (w v : Z) : mode :=
  match field w v 4 with 1 => mode_NE | 2 => mode_ZR | 3 => mode_DN | 4 => mode_UP | _ => mode_NA end.

Section Format.
Variables mw ew : Z.
Hypothesis Hmw : 0 < mw.
Hypothesis Hew : 0 < ew.
Hypothesis Hmax : mw + 1 < 2 ^ (ew - 1).
Notation width := (mw + ew + 1).
Notation prec := (mw + 1).
Notation emax := (2 ^ (ew - 1)).
Hypothesis Hp : Prec_gt_0 prec.
Hypothesis Hpe : Prec_lt_emax prec emax.
Definition float := binary_float prec emax.
Definition of_code (c : Z) : float := binary_float_of_bits mw ew Hmw Hew Hmax c.
Variable some_nan : { x : float | is_nan prec emax x = true }.

(** The same number, or NaN and NaN: payloads are the policy's, not Flocq's. *)
Definition same (expected : float) (code : Z) : bool :=
  if is_nan prec emax expected then is_nan prec emax (of_code code)
  else bits_of_binary_float mw ew expected =? code.
Definition nan1 (_ : float) := some_nan.
Definition nan2 (_ _ : float) := some_nan.
Definition nan3 (_ _ _ : float) := some_nan.
Definition a v := of_code (field width v 3).
Definition b v := of_code (field width v 2).
Definition c v := of_code (field width v 1).
Definition all (expected : Z -> float) (vectors : list Z) : bool :=
  forallb (fun v => same (expected v) (field width v 0)) vectors.
Definition replay_add := all (fun v => Bplus prec emax Hp Hpe nan2 (mode_of width v) (a v) (b v)).
Definition replay_sub := all (fun v => Bminus prec emax Hp Hpe nan2 (mode_of width v) (a v) (b v)).
Definition replay_mul := all (fun v => Bmult prec emax Hp Hpe nan2 (mode_of width v) (a v) (b v)).
Definition replay_div := all (fun v => Bdiv prec emax Hp Hpe nan2 (mode_of width v) (a v) (b v)).
Definition replay_sqrt := all (fun v => Bsqrt prec emax Hp Hpe nan1 (mode_of width v) (a v)).
Definition replay_fma := all (fun v => Bfma prec emax Hp Hpe nan3 (mode_of width v) (a v) (b v) (c v)).
(** Horner's rule with fused steps, from the coefficient of the highest power down to 1. *)
Definition horner (coefficients : list Z) (x : float) : float :=
  match coefficients with
  | [] => x
  | k :: rest => fold_left (fun p k => Bfma prec emax Hp Hpe nan3 mode_NE x p (of_code k)) rest (of_code k)
  end.
Definition replay_horner (coefficients : list Z) := all (fun v => horner coefficients (of_code (field width v 1))).
End Format.

Definition nan_of (mw ew : Z) (Hmw : 0 < mw) (Hew : 0 < ew) (Hmax : mw + 1 < 2 ^ (ew - 1)) (c : Z)
  (H : is_nan _ _ (binary_float_of_bits mw ew Hmw Hew Hmax c) = true) :
  { x : binary_float (mw + 1) (2 ^ (ew - 1)) | is_nan _ _ x = true } := exist _ _ H.
Definition nan_f32 := nan_of 23 8 eq_refl eq_refl eq_refl 0x7FC00000 eq_refl.
Definition nan_f16 := nan_of 10 5 eq_refl eq_refl eq_refl 0x7E00 eq_refl.
Definition nan_bf16 := nan_of 7 8 eq_refl eq_refl eq_refl 0x7FC0 eq_refl.
Definition nan_e5m2 := nan_of 2 5 eq_refl eq_refl eq_refl 0x7E eq_refl.

Notation checked operation mw ew nan vectors :=
  (operation mw ew eq_refl eq_refl eq_refl eq_refl eq_refl nan vectors = true).
Definition one := 0x3F800000.
Notation horner_of coefficients vectors :=
  (replay_horner 23 8 eq_refl eq_refl eq_refl eq_refl eq_refl nan_f32 coefficients vectors = true).
(** Over each format and for the exp2 polynomials. *)
Definition f32_agrees (part : list Z -> list Z) : Prop :=
  checked replay_add 23 8 nan_f32 (part (numbers 2 f32_add)) /\ checked replay_sub 23 8 nan_f32 (part (numbers 2 f32_sub)) /\
  checked replay_mul 23 8 nan_f32 (part (numbers 2 f32_mul)) /\ checked replay_div 23 8 nan_f32 (part (numbers 2 f32_div)) /\
  checked replay_sqrt 23 8 nan_f32 (part (numbers 2 f32_sqrt)) /\ checked replay_fma 23 8 nan_f32 (part (numbers 2 f32_fma)).
Definition f16_agrees (part : list Z -> list Z) : Prop :=
  checked replay_add 10 5 nan_f16 (part (numbers 1 f16_add)) /\ checked replay_sub 10 5 nan_f16 (part (numbers 1 f16_sub)) /\
  checked replay_mul 10 5 nan_f16 (part (numbers 1 f16_mul)) /\ checked replay_div 10 5 nan_f16 (part (numbers 1 f16_div)) /\
  checked replay_sqrt 10 5 nan_f16 (part (numbers 1 f16_sqrt)) /\ checked replay_fma 10 5 nan_f16 (part (numbers 1 f16_fma)).
Definition bf16_agrees (part : list Z -> list Z) : Prop :=
  checked replay_add 7 8 nan_bf16 (part (numbers 1 bf16_add)) /\ checked replay_sub 7 8 nan_bf16 (part (numbers 1 bf16_sub)) /\
  checked replay_mul 7 8 nan_bf16 (part (numbers 1 bf16_mul)) /\ checked replay_div 7 8 nan_bf16 (part (numbers 1 bf16_div)) /\
  checked replay_sqrt 7 8 nan_bf16 (part (numbers 1 bf16_sqrt)) /\ checked replay_fma 7 8 nan_bf16 (part (numbers 1 bf16_fma)).
Definition e5m2_agrees (part : list Z -> list Z) : Prop :=
  checked replay_add 2 5 nan_e5m2 (part (numbers 0 e5m2_add)) /\ checked replay_sub 2 5 nan_e5m2 (part (numbers 0 e5m2_sub)) /\
  checked replay_mul 2 5 nan_e5m2 (part (numbers 0 e5m2_mul)) /\ checked replay_div 2 5 nan_e5m2 (part (numbers 0 e5m2_div)) /\
  checked replay_sqrt 2 5 nan_e5m2 (part (numbers 0 e5m2_sqrt)) /\ checked replay_fma 2 5 nan_e5m2 (part (numbers 0 e5m2_fma)).
Definition exp2_agrees (part : list Z -> list Z) : Prop :=
  horner_of [bf16_grade_bits3; bf16_grade_bits2; bf16_grade_bits1; one] (part (numbers 1 exp2_bf16)) /\
  horner_of [f16_grade_bits4; f16_grade_bits3; f16_grade_bits2; f16_grade_bits1; one] (part (numbers 1 exp2_f16)) /\
  horner_of [f32_grade_bits6; f32_grade_bits5; f32_grade_bits4; f32_grade_bits3; f32_grade_bits2; f32_grade_bits1; one] (part (numbers 1 exp2_f32)).

(** [split] would try to prove an equation by slow conversion. *)
Ltac agree definition := unfold definition; repeat match goal with |- _ /\ _ => apply conj end; vm_compute; reflexivity.
