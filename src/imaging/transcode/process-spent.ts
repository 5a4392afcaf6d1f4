let spent = false;

/** Says that this process holds memory which only its end gives back. */
export function markProcessSpent(): void {
  spent = true;
}

/** True once this process should be replaced after its present job: a further picture may find too little memory. */
export function isProcessSpent(): boolean {
  return spent;
}
