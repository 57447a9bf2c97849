import { recordsOfLogin } from './login-records.ts'

/** How a session was proven, in the words of RFC 8176 where it has any. */
export type Amr = 'pwd' | 'oidc' | 'passkey' | 'otp' | 'recovery' | 'mail'

/** What somebody showed: of their passkeys and apps, which one. */
export type Shown = { by: Amr; factor?: string | null }
/** As the audit trail has it. */
export const shownText = ({ by, factor }: Shown) => (factor ? `${by}:${factor}` : by)

/**
 * What somebody showed at the sign-in: `claims` are those of the identity provider, as `acr:…` and `amr:…`; `factor`: which passkey it was;
 * `at`: when the provider asked the person, in seconds, where that is looked at.
 */
export type Proof = { amr: Amr[]; claims?: string[]; factor?: string; at?: number | undefined }

/** `grace`: a second step will be needed, and is not yet; `verify`: it has to be shown; `enroll`: it has to be set up. */
export type SecondFactor = 'none' | 'grace' | 'verify' | 'enroll'
export type Pending = 'verify' | 'enroll'

/** `staff`: projects that say nothing ask their staff for two factors, and admins always need them. */
export type FactorPolicy = { staff: boolean }

export const pendingOf = (state: SecondFactor): Pending | null =>
  state === 'verify' || state === 'enroll' ? state : null

const staffRoles = "'{Physician,MRI-Tech,Nurse,Admin,SuperAdmin}'"
const adminRoles = "'{Admin,SuperAdmin}'"
const today = '(now() at time zone j.time_zone)::date'
const hasFactor = 'exists (select from login_factors f where f.login_id = s.login_id)'
/** The session has shown a factor of the login itself: no mailbox, and no word of a provider. */
const byOwnFactor = "(s.amr && '{passkey,otp,recovery}')"

/** Of a session `s`, as a provider `v` or a registration `r`, which has no record to protect. */
const ownRole = "case when r.registration_id is null then coalesce(v.role, 'Patient') end"

/** Whether the role needs two factors in the project `j`, at the end of the grace period. */
const isRequired = ({ staff }: FactorPolicy, role: string) =>
  `coalesce(${role} = any(coalesce(j.two_step_roles, ${staff ? staffRoles : "'{}'"})${staff ? ` || ${adminRoles}` : ''}), false)`
const isAdmin = ({ staff }: FactorPolicy, role: string) =>
  staff ? `coalesce(${role} = any(${adminRoles}), false)` : 'false'

/** A mailbox alone, which also resets the password, opens no admin's account. */
const takesMail = (policy: FactorPolicy, role: string) => `(j.two_step_mail and not ${isAdmin(policy, role)})`

/** Enough for role, project and what the person has set up. A mailed code is, where the project says so and there is nothing better. */
const isProven = (policy: FactorPolicy, role: string) =>
  `(${byOwnFactor} or 'mail' = any(s.amr) and ${takesMail(policy, role)} and not ${hasFactor}
  or s.idp_claims && (select array_agg('acr:' || a) from unnest(j.two_step_acr) a)
  or s.idp_claims && (select array_agg('amr:' || a) from unnest(j.two_step_amr) a))`

/** Two of the staff have vouched for its person, the waiting time is over, and the code that the person kept was given in it. */
const isRecovering = `exists (
    select from account_recoveries a
     where a.login_id = s.login_id and a.session_id = s.session_id and a.ended_at is null
       and a.opens_at <= clock_timestamp() and a.expires_at > clock_timestamp())`

const stateOf = (policy: FactorPolicy, role: string) => {
  const isOver = `(${isAdmin(policy, role)} or ${today} >= j.two_step_since + j.two_step_grace_days)`
  return `case when coalesce(${isProven(policy, role)}, false) then 'none'
       when ${isRecovering} then 'enroll'
       when ${hasFactor} then 'verify'
       when not ${isRequired(policy, role)} then 'none'
       when ${isOver} and ${takesMail(policy, role)} then 'verify'
       when ${isOver} then 'enroll'
       when ${today} >= j.two_step_since then 'grace'
       else 'none' end`
}
/** What a session of the project `j` lacks; asked at every request, so that a changed policy counts at once. */
export const secondFactor = (policy: FactorPolicy) => stateOf(policy, ownRole)
const graceDaysLeft = `greatest(0, j.two_step_since + j.two_step_grace_days - ${today})`

/** Factors are of the login: what holds in one of its projects, whichever the session is in, holds for changing them. */
const anywhere = (condition: string) => `exists (
    select from ${recordsOfLogin} m join projects j on j.project_id = m.project_id where ${condition})`

/** No project of the login waits for a factor, a mailed code among them, that the session has not shown. */
const isSettled = (policy: FactorPolicy) => `not ${anywhere(`${stateOf(policy, 'm.role')} = 'verify'`)}`
/** For so long a sign-in is fresh proof by itself, for whoever has nothing else to show. */
const recentMinutes = 5

/** What changing the factors of a login takes, and what is proof of its person. */
export const factorFacts = (policy: FactorPolicy) => `
         ${anywhere(isRequired(policy, 'm.role'))} as required, ${graceDaysLeft} as days_left,
         ${anywhere(takesMail(policy, 'm.role'))} as mail, ${byOwnFactor} as by_own_factor, s.amr, ${isSettled(policy)} as settled,
         s.proven_at > now() - make_interval(mins => ${recentMinutes}) as recent,`
