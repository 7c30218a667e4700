(** Every vector, computed again by Coq's virtual machine: 500 an operation and format over four formats and five roundings,
    and 2,000 an exp2 polynomial. *)
From Fpcheck.link Require Import Agreement.

Theorem replayed_f32 : f32_agrees (fun vectors => vectors).
Proof. agree f32_agrees. Qed.
Theorem replayed_f16 : f16_agrees (fun vectors => vectors).
Proof. agree f16_agrees. Qed.
Theorem replayed_bf16 : bf16_agrees (fun vectors => vectors).
Proof. agree bf16_agrees. Qed.
Theorem replayed_e5m2 : e5m2_agrees (fun vectors => vectors).
Proof. agree e5m2_agrees. Qed.
Theorem replayed_exp2 : exp2_agrees (fun vectors => vectors).
Proof. agree exp2_agrees. Qed.
