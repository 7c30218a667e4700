(** The directed operations of the intervals against Flocq's, underflow included. *)
From Coq Require Import ZArith List Bool.
From Flocq Require Import Core IEEE754.BinarySingleNaN IEEE754.Binary IEEE754.Bits.
From Fpcheck.generated Require Import IntervalVectors.
From Fpcheck.link Require Import Vector.
Import ListNotations.
Local Open Scope Z_scope.

Definition field (v : Z) (i : Z) : Z := Z.land (Z.shiftr v (64 * i)) 0xFFFFFFFFFFFFFFFF.
Definition direction (v : Z) : mode := if field v 3 =? 2 then mode_UP else mode_DN.
Definition a v := b64_of_bits (field v 2).
Definition b v := b64_of_bits (field v 1).
(** The same number; the sign of a zero is left open, as an end of an interval has none. *)
Definition same (expected : binary64) (code : Z) : bool :=
  match expected, b64_of_bits code with
  | B754_zero _ _ _, B754_zero _ _ _ => true
  | B754_nan _ _ _ _ _, _ => false
  | _, _ => bits_of_b64 expected =? code
  end.
Definition all (expected : Z -> binary64) (vectors : list Z) : bool := forallb (fun v => same (expected v) (field v 0)) vectors.
Definition magnitude (x : binary64) : binary64 := b64_of_bits (Z.land (bits_of_b64 x) 0x7FFFFFFFFFFFFFFF).

Definition directed_agrees (part : list Z -> list Z) : Prop :=
  all (fun v => b64_plus (direction v) (a v) (b v)) (part (numbers 3 directed_add)) = true /\
  all (fun v => b64_minus (direction v) (a v) (b v)) (part (numbers 3 directed_sub)) = true /\
  all (fun v => b64_mult (direction v) (a v) (b v)) (part (numbers 3 directed_mul)) = true /\
  all (fun v => b64_div (direction v) (a v) (b v)) (part (numbers 3 directed_div)) = true /\
  all (fun v => b64_sqrt (direction v) (magnitude (a v))) (part (numbers 3 directed_sqrt)) = true.
