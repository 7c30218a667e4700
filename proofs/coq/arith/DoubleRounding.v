(** DR-1: which operations may be computed in a wider format and rounded again; RTO-1: rounding to odd first makes any
    second rounding innocent. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core Double_rounding Round_odd.
From Fpcheck.arith Require Import Format Products.
From Fpcheck.generated Require Import Rows.
Local Open Scope R_scope.

Section Twice.
Context (f g : fmt) {Gf : Good f} {Gg : Good g}.

Theorem plus_rounded_twice x y : (2 * prec f + 1 <= prec g)%Z -> (emin g <= emin f)%Z -> inF f x -> inF f y ->
  rne f (rne g (x + y)) = rne f (x + y).
Proof.
intros P E Fx Fy. apply round_round_plus_FLT; auto using good_prec; apply FLT_format_generic; auto; exact (good_prec f).
Qed.
Theorem mult_rounded_twice x y : (2 * prec f <= prec g)%Z -> (emin g <= 2 * emin f)%Z -> inF f x -> inF f y ->
  rne f (rne g (x * y)) = rne f (x * y).
Proof. intros P E Fx Fy. f_equal. now apply (product_exact f g). Qed.
Theorem div_rounded_twice x y : (2 * prec f <= prec g)%Z -> (emin g <= emin f - prec f - 2)%Z -> y <> 0 ->
  inF f x -> inF f y -> rne f (rne g (x / y)) = rne f (x / y).
Proof.
intros P E Y Fx Fy. apply round_round_div_FLT; auto using good_prec; try apply FLT_format_generic; auto using good_prec.
now exists 1%Z.
Qed.
Theorem sqrt_rounded_twice x : (2 * prec f + 2 <= prec g)%Z -> (emin g <= emin f - prec f - 2)%Z ->
  inF f x -> rne f (rne g (sqrt x)) = rne f (sqrt x).
Proof.
intros P E Fx. apply round_round_sqrt_FLT; auto using good_prec, emin_nonpos; apply FLT_format_generic; auto using good_prec.
Qed.

(** RTO-1: two more bits and round to odd are enough for any real number, hence for any operation. *)
Theorem odd_then_nearest x : (1 < prec f)%Z -> (prec f + 2 <= prec g)%Z -> (emin g <= emin f - 2)%Z ->
  rne f (round radix2 (fx g) Zrnd_odd x) = rne f x.
Proof.
intros P1 P2 E. apply round_N_odd; auto with typeclass_instances.
- unfold fx. apply exists_NE_FLT. now right.
- unfold fx. apply exists_NE_FLT. right. lia.
- intros e. unfold fx, FLT_exp. lia.
Qed.
End Twice.

Ltac through_f32 :=
  intros; (apply plus_rounded_twice || apply div_rounded_twice || apply mult_rounded_twice || apply sqrt_rounded_twice);
  auto with typeclass_instances; discriminate.
Theorem f16_through_f32 x y : inF f16 x -> inF f16 y ->
  rne f16 (rne f32 (x + y)) = rne f16 (x + y) /\ rne f16 (rne f32 (x * y)) = rne f16 (x * y) /\
  (y <> 0 -> rne f16 (rne f32 (x / y)) = rne f16 (x / y)) /\ rne f16 (rne f32 (sqrt x)) = rne f16 (sqrt x).
Proof. intros Fx Fy. split; [|split; [|split]]; through_f32. Qed.
(** bf16 products may underflow binary32; that they still round right is settled by SMT (DR-1-mul). *)
Theorem bf16_through_f32 x y : inF bf16 x -> inF bf16 y ->
  rne bf16 (rne f32 (x + y)) = rne bf16 (x + y) /\
  (y <> 0 -> rne bf16 (rne f32 (x / y)) = rne bf16 (x / y)) /\ rne bf16 (rne f32 (sqrt x)) = rne bf16 (sqrt x).
Proof. intros Fx Fy. split; [|split]; through_f32. Qed.
Theorem f32_through_f64 x y : inF f32 x -> inF f32 y ->
  rne f32 (rne f64 (x + y)) = rne f32 (x + y) /\ rne f32 (rne f64 (x * y)) = rne f32 (x * y) /\
  (y <> 0 -> rne f32 (rne f64 (x / y)) = rne f32 (x / y)) /\ rne f32 (rne f64 (sqrt x)) = rne f32 (sqrt x).
Proof. intros Fx Fy. split; [|split; [|split]]; through_f32. Qed.

(** Every format of 16 bits and fewer, from f64 and from f32 rounded to odd. *)
Theorem narrow_from_odd x :
  rne bf16 (round radix2 (fx f32) Zrnd_odd x) = rne bf16 x /\ rne f16 (round radix2 (fx f32) Zrnd_odd x) = rne f16 x /\
  rne e4m3fn (round radix2 (fx f32) Zrnd_odd x) = rne e4m3fn x /\ rne e5m2 (round radix2 (fx f32) Zrnd_odd x) = rne e5m2 x /\
  rne f32 (round radix2 (fx f64) Zrnd_odd x) = rne f32 x.
Proof. repeat split; apply odd_then_nearest; auto with typeclass_instances; try reflexivity; discriminate. Qed.

(** The fused multiply-add is the exception: 1.0078125 * 1.5 - 2^-40 in bf16, through binary32, is one ulp off. *)
Theorem fma_bf16_through_f32_fails :
  let x := 129 / 128 in let y := 3 / 2 in let z := - bpow radix2 (-40) in
  inF bf16 x /\ inF bf16 y /\ inF bf16 z /\
  rne bf16 (x * y + z) = 193 / 128 /\ rne bf16 (rne f32 (x * y + z)) = 194 / 128.
Proof.
intros x y z.
assert (Z : z = - / 1099511627776) by (unfold z; simpl; lra).
assert (P : x * y + z = 387 / 256 - / 1099511627776) by (rewrite Z; unfold x, y; lra).
split; [|split; [|split; [|split]]].
- replace x with (IZR 129 * bpow radix2 (-7)) by (unfold x; simpl; lra). apply inF_scaled; [auto with typeclass_instances| |]; discriminate.
- replace y with (IZR 3 * bpow radix2 (-1)) by (unfold y; simpl; lra). apply inF_scaled; [auto with typeclass_instances| |]; discriminate.
- unfold z. apply generic_format_opp. apply inF_bpow; [auto with typeclass_instances|discriminate].
- rewrite P, (rne_in_binade bf16 _ 193 (-7)); [simpl; lra|discriminate| |].
  + rewrite Rabs_pos_eq by lra. simpl. lra.
  + rewrite Rabs_pos_eq; simpl; lra.
- rewrite P, (rne_in_binade f32 _ 12681216 (-23)); [|discriminate| |].
  + rewrite (rne_tie bf16 _ 193 (-7)); [simpl; lra|discriminate| |simpl; lra].
    rewrite Rabs_pos_eq; simpl; lra.
  + rewrite Rabs_pos_eq by lra. simpl. lra.
  + rewrite Rabs_left; simpl; lra.
Qed.
