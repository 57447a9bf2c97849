/** How a session was proven, in the words of RFC 8176 where it has any. */
export type Amr = 'pwd' | 'oidc' | 'passkey' | 'otp' | 'recovery' | 'mail'

/** What somebody showed at the sign-in: `claims` are those of the identity provider, as `acr:…` and `amr:…`. */
export type Proof = { amr: Amr[]; claims?: string[] }

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

/** Whether the role of the session needs two factors in its project, at the end of the grace period. A registration has no record to protect. */
export const isRequired = ({ staff }: FactorPolicy) =>
  `(r.registration_id is null and coalesce(v.role, 'Patient') = any(coalesce(j.two_step_roles, ${staff ? staffRoles : "'{}'"})${staff ? ` || ${adminRoles}` : ''}))`
const isAdmin = ({ staff }: FactorPolicy) => (staff ? `coalesce(v.role = any(${adminRoles}), false)` : 'false')

/** A mailbox alone, which also resets the password, opens no admin's account. */
const takesMail = (policy: FactorPolicy) => `(j.two_step_mail and not ${isAdmin(policy)})`

/** Enough for role, project and what the person has set up. A mailed code is, where the project says so and there is nothing better. */
const isProven = (
  policy: FactorPolicy,
) => `(s.amr && '{passkey,otp,recovery}' or 'mail' = any(s.amr) and ${takesMail(policy)} and not ${hasFactor}
  or s.idp_claims && (select array_agg('acr:' || a) from unnest(j.two_step_acr) a)
  or s.idp_claims && (select array_agg('amr:' || a) from unnest(j.two_step_amr) a))`

/** Of a session `s` of the project `j`, as a provider `v` or a registration `r`; asked at every request, so that a changed policy counts at once. */
export const secondFactor = (policy: FactorPolicy) => {
  const isOver = `(${isAdmin(policy)} or ${today} >= j.two_step_since + j.two_step_grace_days)`
  return `case when coalesce(${isProven(policy)}, false) then 'none'
       when ${hasFactor} then 'verify'
       when not ${isRequired(policy)} then 'none'
       when ${isOver} and ${takesMail(policy)} then 'verify'
       when ${isOver} then 'enroll'
       when ${today} >= j.two_step_since then 'grace'
       else 'none' end`
}
export const graceDaysLeft = `greatest(0, j.two_step_since + j.two_step_grace_days - ${today})`

/** For so long after a proof the factors of a login can be changed; where it has one, its own and not the word of a provider. */
const freshMinutes = 10
export const isFresh = `(s.proven_at > now() - make_interval(mins => ${freshMinutes})
  and (s.amr && '{passkey,otp,recovery}' or not ${hasFactor}))`
