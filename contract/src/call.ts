import { z } from 'zod'
import type { FileType } from './files.ts'
import type { Limit } from './limits.ts'
import { admins, type Care, everyone, patient, type Right, type Role, staff } from './roles.ts'

const nothing = z.unknown().transform(() => undefined)
type Nothing = typeof nothing

type Other = 'file' | 'events' | 'images'

/** What a multipart call takes besides its fields: one file, or several, streamed. */
export type Upload = {
  field: string
  maxBytes: number
  types: readonly FileType[]
  tooLarge: string
  wrongType: string
  /** The error when no file came; null if the file is optional. */
  missing: string | null
  several?: { maxFiles: number; maxBytesTogether: number; tooManyFiles: string; tooLargeTogether: string }
  /** The most bytes of a text field; default 8 KB. */
  maxFieldBytes?: number
  /** True if only one type is allowed and the file's name does not matter. */
  ignoreName?: boolean
}

/** One HTTP call, described once for the server, the web app, the tests and the OpenAPI document. */
export type Call<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> = {
  /** The contract file it is in: `documents`. */
  feature: string
  method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS'
  path: `/${string}/`
  summary: string
  /** Who may call it. There is no default: leaving it out does not compile, and `'anyone'` must be written. */
  allow: readonly Role[] | 'anyone'
  /** What must be shared with a caregiver who makes the call. Required for each patient call. */
  care?: Care
  /** What a project may withhold from roles in `allow`: they are refused before a record is looked up. */
  right?: Right
  /**
   * `fresh`: the call makes a decision, so the caller proves again who they are.
   * The proof counts once, within two minutes, and for this exact request.
   */
  proof?: 'fresh'
  /** The only roles that need the proof; default all. */
  proofOf?: readonly Role[]
  /** Needed only if the body has one of these: a profile holds a telephone number as well as the account's address. */
  proofFields?: readonly string[]
  /** What the response leaves out, and says so, if the project withholds it. */
  leavesOut?: Right
  /** Shown despite being withheld to a caller who opened the path's record in an emergency. Only for calls that read. */
  inEmergency?: true
  /**
   * How the caller presents the session: `bearer` (default), or also or only by cookie.
   * `optional-bearer` is for calls of anyone that treat members differently: an expired token is a 401 and does not make a member a
   * visitor.
   * `bearer-or-ticket` is for viewers: a cookie shows one study, a ticket is exchanged for one.
   */
  session: 'bearer' | 'optional-bearer' | 'bearer-or-cookie' | 'bearer-or-ticket' | 'cookie'
  /**
   * A repeat with the same `Idempotency-Key`, sent because the response was lost, is not carried out again: it gets the first response.
   * Not for responses that set a cookie or hold a secret.
   */
  idempotent?: true
  /**
   * What a lost response means without `idempotent`: `nothing` to a call that saves nothing worth checking, `again` to one whose body holds
   * a key of its own, so that a repeat is the same one. Otherwise the change may have been made.
   */
  ifLost?: 'nothing' | 'again'
  /** Which rate limit counts it. */
  limit: Limit
  /** The name of the audit row that it writes, or why it writes none. */
  audit: `${string}.${string}` | { none: string }
  /** False for polling, logging and refreshing: these do not keep a session alive. */
  userInitiated: boolean
  /** True for the few calls that a session may make before its email address is confirmed. */
  unconfirmed: boolean
  /** Opens the call to a session without its second factor. `enroll`: only if none is set up yet. */
  whilePending?: 'always' | 'enroll'
  /** Also open to a session whose project is moving to another installation and whose trail is closed: leaves no audit row. */
  whileMoving?: true
  /** Responds after whole tenths of a second, so that timing does not reveal whether an account exists. */
  constantTime: boolean
  /** The success status. */
  status: 200 | 201 | 202
  params: P
  query: Q
  body: B
  upload?: Upload
  /** Responses may be HTML. Elsewhere, a request that accepts HTML is a browser opening an address, and gets the app. */
  respondsWithPages?: boolean
  /** The media type of a body that the route itself reads, piece by piece and outside of any transaction. */
  stream?: string
  response: R
  /**
   * The kind of response: `json`; the bytes of a `file`; server-sent `events`, which only signal a change and carry no personal data;
   * or `images`, DICOMweb in whichever form was requested.
   */
  responseKind: 'json' | Other
}

/** What every call must state; leaving one out does not compile. */
type CallRules = Pick<Call, 'method' | 'path' | 'summary' | 'limit' | 'audit'>
/** Whether a patient's call is open to caregivers must be stated. */
type Allowed =
  | { allow: 'anyone' | readonly Exclude<Role, 'Patient'>[]; care?: never }
  | { allow: readonly Role[]; care: Care }
type CallOptions = Partial<
  Pick<
    Call,
    | 'right'
    | 'proof'
    | 'proofOf'
    | 'proofFields'
    | 'leavesOut'
    | 'inEmergency'
    | 'idempotent'
    | 'ifLost'
    | 'session'
    | 'userInitiated'
    | 'unconfirmed'
    | 'whilePending'
    | 'whileMoving'
    | 'constantTime'
    | 'status'
    | 'upload'
    | 'stream'
    | 'respondsWithPages'
  >
>
type CallSchemas<P, Q, B, R> = { params?: P; query?: Q; body?: B; response: R | Other }
type NewCall<P, Q, B, R, A> = CallRules & { audit: A } & Allowed & CallOptions & CallSchemas<P, Q, B, R>

/** What many calls state. */
export const byPatient = { allow: patient, limit: 'session' } as const
export const byStaff = { allow: staff, limit: 'session' } as const
export const byAdmins = { allow: admins, limit: 'session' } as const
export const byEveryone = { allow: everyone, care: 'any', limit: 'session' } as const

/** Defines a feature's calls. `defineCall` in each contract file is one of these. */
export const callsOf =
  (feature: string) =>
  <
    R extends z.ZodType = Nothing,
    P extends z.ZodType = Nothing,
    Q extends z.ZodType = Nothing,
    B extends z.ZodType = Nothing,
    const A extends Call['audit'] = Call['audit'],
  >({
    response,
    ...rules
  }: NewCall<P, Q, B, R, A>) =>
    ({
      feature,
      session: 'bearer',
      userInitiated: true,
      unconfirmed: false,
      constantTime: false,
      status: 200,
      params: nothing,
      query: nothing,
      body: nothing,
      ...rules,
      response: typeof response === 'string' ? nothing : response,
      responseKind: typeof response === 'string' ? response : 'json',
    }) as unknown as Call<P, Q, B, R> & { audit: A }

type Shared<P, Q, B, R, A> = Omit<CallRules, 'path' | 'summary'> &
  CallOptions &
  CallSchemas<P, Q, B, R> & { care: Care; audit: A }
type OfOne<P, B, R> = Pick<Call, 'path' | 'summary'> &
  Partial<Pick<Call, 'right' | 'proof'>> & { params?: P | undefined; body?: B | undefined; response?: R | undefined }

/** Twin calls: a patient's for their own record, and staff's, at another address, for any record. What neither says itself is the same. */
export const ownAndStaffOf =
  (feature: string) =>
  <
    R extends z.ZodType = Nothing,
    P extends z.ZodType = Nothing,
    Q extends z.ZodType = Nothing,
    B extends z.ZodType = Nothing,
    OwnP extends z.ZodType = P,
    StaffP extends z.ZodType = P,
    StaffB extends z.ZodType = B,
    StaffR extends z.ZodType = R,
    const A extends Call['audit'] = Call['audit'],
  >(
    { care, ...shared }: Shared<P, Q, B, R, A>,
    own: OfOne<OwnP, B, R>,
    ofStaff: OfOne<StaffP, StaffB, StaffR>,
  ): [own: Call<OwnP, Q, B, R> & { audit: A }, ofStaff: Call<StaffP, Q, StaffB, StaffR> & { audit: A }] => [
    callsOf(feature)({ ...shared, ...own, allow: patient, care } as NewCall<OwnP, Q, B, R, A>),
    callsOf(feature)({ ...shared, ...ofStaff, allow: staff } as NewCall<StaffP, Q, StaffB, StaffR, A>),
  ]

type Part = 'none' | 'optional' | 'required'
type PartOf<T> = unknown extends T ? 'none' : Record<never, never> extends T ? 'optional' : 'required'
type OfKind<T, W extends Part> = { [K in keyof T as PartOf<T[K]> extends W ? K : never]: T[K] }
/** The parts that a call declares: an undeclared part has the type unknown, and a part with nothing required may be left out. */
type Given<T> = OfKind<T, 'required'> & Partial<OfKind<T, 'optional'>>

/** What a caller passes: only the parts that the call declares. */
export type Args<C extends Call> = Given<{
  params: z.input<C['params']>
  query: z.input<C['query']>
  body: z.input<C['body']>
}>
export type ResponseOf<C extends Call> = z.output<C['response']>

/** Whether a user of this role must prove again who they are before the call. */
export const takesProof = ({ proof, proofOf, proofFields }: Call, role: Role, body: unknown) =>
  proof === 'fresh' &&
  (proofOf === undefined || proofOf.includes(role)) &&
  (proofFields === undefined || proofFields.some((field) => body instanceof Object && field in body))

export const isCall = (value: unknown): value is Call => value instanceof Object && 'allow' in value && 'path' in value

/** `/patient/get_patient/:email/` with its parameters filled in. */
export const fillPath = (path: string, params: Record<string, string> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
