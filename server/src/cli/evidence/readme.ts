export type ReadmeFacts = {
  project: string
  from: string
  to: string
  time_zone: string
  made_at: string
  hasMatrix: boolean
}

/** What lies in the folder, for somebody who has never seen the portal. */
export const readme = ({
  project,
  from,
  to,
  time_zone,
  made_at,
  hasMatrix,
}: ReadmeFacts) => `Evidence of the patient portal
==============================

Project:  ${project}
Period:   ${from} to ${to}, whole days of ${time_zone}
Made at:  ${made_at}

Keep this folder as confidential as the records themselves. It holds no medical content: ids, times, names of acts, and the reasons and
remarks that staff typed into the audit trail. Times are UTC. An id is the portal's own; an admin finds the person at /auditLog.

What is in it
-------------
summary.json              counts, what the checks said, and versions
roles.csv                 who of the staff had which role, from when until when (empty: still), by whose act
withheld-rights.csv       which right was withheld from which role, from when until when; what is not named was allowed. "not readable" is a change that this
                          version could not read: from then on, other rights may have been withheld, too; rights-changes.csv has its text
caregivers.csv            who might act for which patient, in which areas, until which last day, from when until when (empty: still); versions before this one did
                          not write down what a change replaced ("not recorded")
emergency-access.csv      which record was opened in an emergency, by whom, why, until when, and what the review found (acts of it: "emergency:" and its id
                          in the results of record-access.csv)
rights-changes.csv        every change of people, roles and rights
factors.csv               with what each account can sign in, second steps and recovery codes that are left among it, on the day on which this was made (not on the day of the sign-in)
sign-ins.csv              sign-ins, refused ones, second steps that were shown, added and removed, recoveries, sign-outs, and changes of accounts
record-access.csv         who read or changed what of whose record
exports.csv               what left as a file, and why
deletions.csv             what was deleted and restored
refusals.csv              what was refused, to whom, and why
settings.csv              changes of the project's settings
backups-and-drills.csv    backups, restores, changes of keys, and drills that somebody recorded
verify-forms.csv          each signed form, and whether it is as it was signed
audit.ndjson              every row of the audit trail of the period, with its place and its hash in the chain
actions.csv               what each act is called
${hasMatrix ? 'COMPLIANCE.md             which requirement of which standard the portal meets, which test shows it, and what is missing\n' : ''}audit-key.pub             the public half of the key that sealed this folder; compare it with the one that was given to you
SHA256SUMS, .sig          the list of all files, and its signature

Is it as it was written?
------------------------
With the portal's program:     fornix verify-evidence FOLDER --public-key audit-key.pub
With common tools:             sha256sum -c SHA256SUMS
                               openssl pkeyutl -verify -pubin -inkey audit-key.pub -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig
Take the public key from whoever keeps it for the clinic, not from this folder: who changes the folder could change that, too.

A row of audit.ndjson follows the one before: its hash is the SHA-256 of that row's hash (32 bytes) and of the text
event_id|at|actor_id|actor_role|action|patient_id|object|request|result, where "-" stands for an id that there is none of.
`
