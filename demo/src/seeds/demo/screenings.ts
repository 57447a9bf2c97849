import {
  getPatient,
  getScreening,
  listPatients,
  moveVisit,
  questionnaireVersion,
  reviewScreening,
  type ScreeningAnswers,
  screeningDays,
  submitMyScreening,
  submitScreening,
  type VisitStatus,
} from '@fornix/contract'
import type { Db } from '@fornix/server/platform/database/db.ts'
import type { Platform } from '@fornix/server/platform.ts'
import { sql } from 'kysely'
import { calmAnswers } from './screening-answers.ts'
import type { SignedIn } from './sign-in.ts'

type Decision = { decision: 'cleared' | 'not_cleared' | 'to_be_clarified'; note: string }
type Visit = {
  answers?: ScreeningAnswers
  review?: Decision
  /** Older than answers count. */
  old?: boolean
  steps?: VisitStatus[]
  reason?: string
}
const clear: Decision = { decision: 'cleared', note: '' }

/** Today's visits, from the morning on: one in each state, as a day at the clinic would show them. */
const visits: Visit[] = [
  { answers: {}, review: clear, steps: ['arrived', 'started', 'done'] },
  {
    answers: { skin: 'yes', skin_which: 'Tattoo on the left arm, over 20 years old' },
    review: { decision: 'cleared', note: 'Tattoo is far from the coil. Told to say when it gets warm.' },
    steps: ['arrived', 'started'],
  },
  {
    answers: { lie_still: 'unsure' },
    steps: ['arrived', 'started', 'done'],
    reason: 'Urgent. Dr. Raman went through the answers on the phone.',
  },
  { answers: { claustrophobia: 'yes' }, review: clear, steps: ['arrived'] },
  {
    answers: {
      other_implant: 'yes',
      other_implant_which: 'Shunt, adjustable',
      other_implant_when: '2019',
      other_implant_card: 'yes',
    },
    steps: ['arrived'],
  },
  {
    answers: { aneurysm_clip: 'unsure', aneurysm_clip_which: 'Surgery in 1998, no papers', aneurysm_clip_card: 'no' },
    review: { decision: 'to_be_clarified', note: 'Records of the surgery requested from the hospital.' },
  },
  {
    answers: {
      pacemaker: 'yes',
      pacemaker_which: 'Medtronic, model not known',
      pacemaker_when: '2015',
      pacemaker_card: 'no',
    },
    review: { decision: 'not_cleared', note: 'Pacemaker of unknown model. No scan at this site.' },
  },
  { answers: {}, review: clear, old: true },
  {},
  { steps: ['no_show'] },
]

/** A half hour of today that nobody has; a closed day has visits, too, so that the sheet is never empty. */
const bookToday = async (db: Db, patient: string) => {
  const { rows } = await sql<{ id: string }>`
    with slot as (
      select s.project_id, s.scanner_id, t.starts_at
        from patients p join projects j on j.project_id = p.project_id join scanners s on s.project_id = p.project_id,
             generate_series((now() at time zone j.time_zone)::date + time '09:00',
                             (now() at time zone j.time_zone)::date + time '17:30', interval '30 minutes') local,
             lateral (select local at time zone j.time_zone as starts_at) t
       where p.patient_id = ${patient}
         and not exists (select from taken_slots x where x.scanner_id = s.scanner_id and x.starts_at = t.starts_at)
       order by t.starts_at limit 1
    ), booked as (
      insert into appointments (project_id, appointment_id, patient_id, scanner_id, starts_at, created_by)
      select project_id, gen_random_uuid(), ${patient}, scanner_id, starts_at, ${patient} from slot
      returning project_id, scanner_id, starts_at, appointment_id
    )
    insert into taken_slots (project_id, scanner_id, starts_at, appointment_id)
    select project_id, scanner_id, starts_at, appointment_id from booked returning appointment_id as id`.execute(db)
  return rows[0]?.id
}

const screened = async (as: SignedIn, platform: Platform, key: string, id: string, { answers, review, old }: Visit) => {
  if (!answers) return
  const nurse = await as('nurse@northside.example')
  const physician = await as('physician@northside.example')
  const params = { key }
  await nurse.call(submitScreening, { params, body: { version: questionnaireVersion, answers: calmAnswers(answers) } })
  const [newest] = (await physician.call(getScreening, { params })).screenings
  const signature = `${physician.user.first_name} ${physician.user.last_name}`
  if (review && newest)
    await physician.call(reviewScreening, {
      params: { key, screening_id: newest.screening_id },
      body: { ...review, signature },
    })
  if (old)
    await platform.database.unscoped('demo data', (db) =>
      sql`update screenings set filled_at = filled_at - make_interval(days => ${screeningDays + 3}) where patient_id = ${id}`.execute(
        db,
      ),
    )
}

const stepped = async (as: SignedIn, key: string, id: string, { steps = [], reason = '' }: Visit) => {
  const tech = await as('tech@northside.example')
  let from: VisitStatus = 'expected'
  for (const to of steps) {
    await tech.call(moveVisit, { params: { key, id }, body: { from, to, reason } })
    from = to
  }
}

export const screenings = async (as: SignedIn, platform: Platform) => {
  const ben = await as('ben.okafor@northside.example')
  const own = 'patient_id' in ben.user ? ben.user.patient_id : ''
  const answers = calmAnswers({ shrapnel: 'yes', shrapnel_where: 'Small piece in the left hand' })
  await ben.call(submitMyScreening, { params: { key: own }, body: { version: questionnaireVersion, answers } })

  const eli = await as('eli.novak@lakeview.example')
  const { patient } = await eli.call(getPatient, { params: { email: 'eli.novak@lakeview.example' } })
  await platform.database.unscoped('demo data', (db) => bookToday(db, patient._id))

  const nurse = await as('nurse@northside.example')
  const { patients } = await nurse.call(listPatients, { query: { page: 1, page_size: 50 } })
  const people = patients.filter(
    ({ email, status }) => email.endsWith('@patients.example') && status !== 'Pending Invite',
  )
  for (const [n, visit] of visits.entries()) {
    const person = people[n]
    if (!person) return
    const { screenings: before } = await nurse.call(getScreening, { params: { key: person.patient_id } })
    if (before.length > 0) continue
    const id = await platform.database.unscoped('demo data', (db) => bookToday(db, person._id))
    await screened(as, platform, person.patient_id, person._id, visit)
    if (id) await stepped(as, person.patient_id, id, visit)
  }
}
