(** How a list of vectors is written: each as so many primitive integers of 60 bits, the leading ones first. *)
From Coq Require Import ZArith List Uint63.
Import ListNotations.
Local Open Scope Z_scope.

Fixpoint join (limbs missing : nat) (v : Z) (l : list int) : list Z :=
  match l with
  | [] => []
  | x :: rest =>
    let v := v * 2 ^ 60 + to_Z x in
    match missing with O => v :: join limbs limbs 0 rest | S missing => join limbs missing v rest end
  end.
(** The numbers of a list in which each has one limb and [more]. *)
Definition numbers (more : nat) (l : list int) : list Z := join more more 0 l.
