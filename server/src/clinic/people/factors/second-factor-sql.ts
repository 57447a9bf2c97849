import { recordsOfLogin } from '../../records/login-records.ts'

/** `staff`: projects without a setting require two factors of staff, and admins always need them. */
export type FactorPolicy = { staff: boolean }

const staffRoles = "'{Physician,MRI-Tech,Nurse,Admin,SuperAdmin}'"
const adminRoles = "'{Admin,SuperAdmin}'"
const today = '(now() at time zone j.time_zone)::date'
const hasFactor = 'exists (select from login_factors f where f.login_id = s.login_id)'
/** The session has shown a factor of the login itself: neither a mailbox nor a provider's claim. */
const byOwnFactor = "(s.amr && '{passkey,otp,recovery}')"

/** For a session `s`, as a provider `v` or a registration `r`, which has no record to protect. */
const ownRole = "case when r.registration_id is null then coalesce(v.role, 'Patient') end"

/** Whether the role needs two factors in the project `j` once the grace period ends. */
const isRequired = ({ staff }: FactorPolicy, role: string) =>
  `coalesce(${role} = any(coalesce(j.two_step_roles, ${staff ? staffRoles : "'{}'"})${staff ? ` || ${adminRoles}` : ''}), false)`
const isAdmin = ({ staff }: FactorPolicy, role: string) =>
  staff ? `coalesce(${role} = any(${adminRoles}), false)` : 'false'

/** A mailbox alone, which can also reset the password, never opens an admin's account. */
const takesMail = (policy: FactorPolicy, role: string) => `(j.two_step_mail and not ${isAdmin(policy, role)})`

/** Enough for role, project and what the person has set up. A mailed code is, if the project allows it and nothing better is set up. */
const isProven = (policy: FactorPolicy, role: string) =>
  `(${byOwnFactor} or 'mail' = any(s.amr) and ${takesMail(policy, role)} and not ${hasFactor}
  or s.idp_claims && (select array_agg('acr:' || a) from unnest(j.two_step_acr) a)
  or s.idp_claims && (select array_agg('amr:' || a) from unnest(j.two_step_amr) a))`

/** Two staff members vouched for the person, the waiting time is over, and the code given to the person was entered in this session. */
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
/** What a session of the project `j` lacks; checked on every request, so that a changed policy applies at once. */
export const secondFactor = (policy: FactorPolicy) => stateOf(policy, ownRole)
const graceDaysLeft = `greatest(0, j.two_step_since + j.two_step_grace_days - ${today})`

/** Factors belong to the login: a condition met in any of its projects counts for changing them, whichever project the session is in. */
const anywhere = (condition: string) => `exists (
    select from ${recordsOfLogin} m join projects j on j.project_id = m.project_id where ${condition})`

/** No project of the login is waiting for a factor, including a mailed code, that the session has not shown. */
const isFactorPassed = (policy: FactorPolicy) => `not ${anywhere(`${stateOf(policy, 'm.role')} = 'verify'`)}`
/** For this long, a sign-in itself is fresh proof for users with nothing else to show. */
const recentMinutes = 5

/** What is required to change a login's factors, and what proves the person. */
export const factorFacts = (policy: FactorPolicy) => `
         ${anywhere(isRequired(policy, 'm.role'))} as required, ${graceDaysLeft} as days_left,
         ${anywhere(takesMail(policy, 'm.role'))} as mail, ${byOwnFactor} as by_own_factor, s.amr, ${isFactorPassed(policy)} as factor_passed,
         s.proven_at > now() - make_interval(mins => ${recentMinutes}) as recent,`
