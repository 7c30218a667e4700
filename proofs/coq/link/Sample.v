(** The first vectors of each operation once more: few enough for coqchk, which has no virtual machine. *)
From Coq Require Import ZArith List.
From Fpcheck.link Require Import Agreement IntervalAgreement.

Definition few (vectors : list Z) : list Z := firstn 20 vectors.
Theorem sampled_f32 : f32_agrees few.
Proof. agree f32_agrees. Qed.
Theorem sampled_f16 : f16_agrees few.
Proof. agree f16_agrees. Qed.
Theorem sampled_bf16 : bf16_agrees few.
Proof. agree bf16_agrees. Qed.
Theorem sampled_e5m2 : e5m2_agrees few.
Proof. agree e5m2_agrees. Qed.
Theorem sampled_exp2 : exp2_agrees few.
Proof. agree exp2_agrees. Qed.
Theorem sampled_directed : directed_agrees few.
Proof. agree directed_agrees. Qed.
