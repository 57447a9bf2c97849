const reasons = {
  missing: 'the bucket is missing',
  refused: 'access is refused',
  unreachable: 'out of reach',
} as const
type Reason = keyof typeof reasons

/** The object store cannot be used now. The message is for the operator; `readiness` names nothing about the location. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
  readonly reason: Reason
  readonly code: string
  constructor(reason: Reason, place: string, cause: Error & { code?: string }) {
    const code = cause.code ?? cause.name
    super(`The object store cannot be used (${place}): ${reasons[reason]} (${code}).`, { cause })
    this.reason = reason
    this.code = code
  }
  get readiness() {
    return reasons[this.reason]
  }
}
