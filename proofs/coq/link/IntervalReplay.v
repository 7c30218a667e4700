(** Every vector of the directed operations, computed again by Coq's virtual machine. *)
From Fpcheck.link Require Import Agreement IntervalAgreement.

Theorem directed_replayed : directed_agrees (fun vectors => vectors).
Proof. agree directed_agrees. Qed.
