import { z } from 'zod'
import type { FileType } from './files.ts'
import type { Limit } from './limits.ts'
import { type Care, patient, type Right, type Role, staff } from './roles.ts'

const nothing = z.unknown().transform(() => undefined)
type Nothing = typeof nothing

type Other = 'file' | 'events' | 'images'

/** What a multipart call takes beside its fields: one file, or several, streamed. */
export type Upload = {
  field: string
  maxBytes: number
  types: readonly FileType[]
  tooLarge: string
  wrongType: string
  /** What is said when no file came; null where a call may come without. */
  missing: string | null
  several?: { maxFiles: number; maxBytesTogether: number; tooManyFiles: string; tooLargeTogether: string }
  /** The most bytes of a text field; 8 KB unless said. */
  maxFieldBytes?: number
  /** True where one type is allowed and the file's name says nothing. */
  ignoreName?: boolean
}

/** One HTTP call, described once for the server, the web app, the tests and the OpenAPI document. */
export type Call<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> = {
  /** Whose contract file it stands in: `documents`. */
  feature: string
  method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS'
  path: `/${string}/`
  summary: string
  /** Who may call it. There is no default: leaving it out does not compile, and `'anyone'` must be written. */
  allow: readonly Role[] | 'anyone'
  /** What of a record has to be shared with a caregiver who makes the call. Each call of patients says it. */
  care?: Care
  /** What a project may withhold from roles that `allow` names: they are refused, before a record is looked for. */
  right?: Right
  /**
   * `fresh`: it decides something, so whoever makes it shows again who they are. That counts once, within two minutes, and for this very
   * request.
   */
  proof?: 'fresh'
  /** The only roles that are asked for it; all, unless said. */
  proofOf?: readonly Role[]
  /** Asked only where the body says one of these: a profile holds a telephone number as well as the address of the account. */
  proofFields?: readonly string[]
  /** Of what a project withholds, what the reply leaves out, and says that it does. */
  leavesOut?: Right
  /** What is withheld here is shown to whoever has opened the record that the path names in an emergency. Only calls that read. */
  inEmergency?: true
  /**
   * How the caller shows the session: `bearer` (default), or also or only by cookie. A call of anyone that treats members
   * differently says `optional-bearer`: a token that has expired is 401 there, and does not make a member a visitor.
   * `bearer-or-ticket` is for viewers: a cookie shows one study, a ticket is exchanged for one.
   */
  session: 'bearer' | 'optional-bearer' | 'bearer-or-cookie' | 'bearer-or-ticket' | 'cookie'
  /** Which counter it is charged to. */
  limit: Limit
  /** The name of the audit row that it writes, or why it writes none. */
  audit: `${string}.${string}` | { none: string }
  /** False for polling, logging and refreshing: these do not keep a session alive. */
  userInitiated: boolean
  /** True for the few calls that a session may make before its email address is confirmed. */
  unconfirmed: boolean
  /**
   * For a session that lacks its second factor; every call is closed to it that does not say so. `enroll`: only where none is set up yet.
   */
  whilePending?: 'always' | 'enroll'
  /** Taken also of a session whose project is moving to another installation, whose trail is closed: it leaves no audit row. */
  whileMoving?: true
  /** Answers after whole tenths of a second, so that the time does not tell whether an account exists. */
  constantTime: boolean
  /** The status of success. */
  status: 200 | 201 | 202
  params: P
  query: Q
  body: B
  upload?: Upload
  /** HTML may be among its answers. Whoever asks for HTML elsewhere is a browser that goes to an address, and gets the app. */
  answersPages?: boolean
  /** The media type of a body that its route reads by itself, piece by piece and outside of any transaction. */
  stream?: string
  reply: R
  /**
   * What answers: `json`; the bytes of a `file`; server-sent `events`, which say that something changed and carry no data of
   * anybody; or `images`, DICOMweb in whatever form was asked for.
   */
  answer: 'json' | Other
}

/** What every call must say; one that leaves something out does not compile. */
type CallRules = Pick<Call, 'method' | 'path' | 'summary' | 'limit' | 'audit'>
/** What patients call is open to their caregivers, or is not: which it is must be written. */
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
    | 'session'
    | 'userInitiated'
    | 'unconfirmed'
    | 'whilePending'
    | 'whileMoving'
    | 'constantTime'
    | 'status'
    | 'upload'
    | 'stream'
    | 'answersPages'
  >
>
type CallSchemas<P, Q, B, R> = { params?: P; query?: Q; body?: B; reply: R | Other }
type NewCall<P, Q, B, R> = CallRules & Allowed & CallOptions & CallSchemas<P, Q, B, R>

/** What defines the calls of a feature. `defineCall` of each contract file is one of these. */
export const callsOf =
  (feature: string) =>
  <
    R extends z.ZodType = Nothing,
    P extends z.ZodType = Nothing,
    Q extends z.ZodType = Nothing,
    B extends z.ZodType = Nothing,
  >({
    reply,
    ...rules
  }: NewCall<P, Q, B, R>) =>
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
      reply: typeof reply === 'string' ? nothing : reply,
      answer: typeof reply === 'string' ? reply : 'json',
    }) as unknown as Call<P, Q, B, R>

type Shared<P, Q, B, R> = Omit<CallRules, 'path' | 'summary'> & CallOptions & CallSchemas<P, Q, B, R> & { care: Care }
type OfOne = Pick<Call, 'path' | 'summary'> & Partial<Pick<Call, 'right' | 'proof'>>

/** Twins: what a patient calls for the own record and staff, at another address, for any. All else is the same. */
export const ownAndStaffOf =
  (feature: string) =>
  <
    R extends z.ZodType = Nothing,
    P extends z.ZodType = Nothing,
    Q extends z.ZodType = Nothing,
    B extends z.ZodType = Nothing,
  >(
    { care, ...shared }: Shared<P, Q, B, R>,
    own: OfOne,
    ofStaff: OfOne,
  ): [own: Call<P, Q, B, R>, ofStaff: Call<P, Q, B, R>] => {
    const define = (one: OfOne & Allowed) => callsOf(feature)<R, P, Q, B>({ ...shared, ...one } as NewCall<P, Q, B, R>)
    return [define({ ...own, allow: patient, care }), define({ ...ofStaff, allow: staff })]
  }

type Part = 'none' | 'optional' | 'required'
type PartOf<T> = unknown extends T ? 'none' : Record<never, never> extends T ? 'optional' : 'required'
type OfKind<T, W extends Part> = { [K in keyof T as PartOf<T[K]> extends W ? K : never]: T[K] }
/** The parts that a call declares: an undeclared one has the type unknown, and one of which nothing is required may be left out. */
type Given<T> = OfKind<T, 'required'> & Partial<OfKind<T, 'optional'>>

/** What a caller passes: only the parts that the call declares. */
export type Args<C extends Call> = Given<{
  params: z.input<C['params']>
  query: z.input<C['query']>
  body: z.input<C['body']>
}>
export type Reply<C extends Call> = z.output<C['reply']>

/** Whether somebody of this role shows again who they are before the call. */
export const takesProof = ({ proof, proofOf, proofFields }: Call, role: Role, body: unknown) =>
  proof === 'fresh' &&
  (proofOf === undefined || proofOf.includes(role)) &&
  (proofFields === undefined || proofFields.some((field) => body instanceof Object && field in body))

export const isCall = (value: unknown): value is Call => value instanceof Object && 'allow' in value && 'path' in value

/** `/patient/get_patient/:email/` with its parameters filled in. */
export const fillPath = (path: string, params: Record<string, string> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
