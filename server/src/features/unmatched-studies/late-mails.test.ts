import { approveScanRequest, contactDays, hourMs, rejectStudy } from '@fornix/contract'
import { expect, test } from 'vitest'
import { deferringSender } from '../../../test/deferring-sender.ts'
import type { TestUser } from '../../../test/given.ts'
import { unmatchedStudiesWorld } from '../../../test/unmatched-studies-world.ts'
import { recordRetention } from '../../clinic/records/retention.ts'
import { deleteExpired } from '../../clinic/retention/expired-rows.ts'

const world = await unmatchedStudiesWorld()
const { as, given, owner, imaging, reconciled, arrived, setting, assign, undo } = world

const ended = 'Access to a scan has ended'
const approved = 'Your access request was approved'
const again = 'You can open a scan'

/** A scan that was assigned by hand and asked for, and a mail server that defers everything until it is `well`. */
const asked = async () => {
  const here = await setting()
  const { project, adam, ana } = here
  const aim = await arrived(project, { id: 'MRN-8' })
  await assign(adam, aim, ana.code)
  await imaging.asked(ana, aim.study)
  const server = deferringSender(world, ana.email)
  let isWell = false
  const send = async () => {
    server.pass(hourMs)
    await server.wake(() => !isWell)
  }
  const approve = async () => {
    await as(adam).call(approveScanRequest, { body: { email: ana.email, studyId: aim.study } })
    await send()
  }
  const versionOf = async () => {
    const [row] = await owner<{ version: number }>(
      'select version from study_matching join studies using (project_id, study_id) where study_uid = $1',
      [aim.study],
    )
    return row?.version ?? 0
  }
  const takeBack = async () => {
    expect((await undo(adam, aim, await versionOf())).status).toBe(200)
    await send()
  }
  const giveTo = async (patient: TestUser) => {
    expect((await assign(adam, aim, patient.code, await versionOf())).status).toBe(200)
    await send()
  }
  const rejectIt = async () => {
    await as(adam).call(rejectStudy, { params: { study: aim.study }, body: { version: await versionOf() } })
  }
  const turn = async (well: boolean) => {
    isWell = well
    await send()
    return server.subjects().map((subject) => subject.split(' · ')[0])
  }
  return { ...here, aim, approve, takeBack, giveTo, rejectIt, turn }
}

test('an access that goes on is not said to have ended, and nothing is said', async () => {
  const { ana, approve, takeBack, giveTo, turn } = await asked()
  await approve()
  expect(await turn(true)).toEqual([approved])
  await turn(false)
  for (let times = 0; times < 2; times++) {
    await takeBack()
    await giveTo(ana)
  }
  expect(await turn(true)).toEqual([approved])
})

test('who was told that an access has ended is told that it goes on', async () => {
  const { ana, approve, takeBack, giveTo, turn } = await asked()
  await turn(true)
  await approve()
  await takeBack()
  await giveTo(ana)
  expect(await turn(true)).toEqual([approved, ended, again])
  await turn(false)
  await takeBack()
  await giveTo(ana)
  expect(await turn(true)).toEqual([approved, ended, again])
})

test.each([
  ['is told that it goes on', async () => {}],
  [
    'is told so after the scan was rejected meanwhile, too',
    async ({ rejectIt, takeBack }: Awaited<ReturnType<typeof asked>>) => {
      await rejectIt()
      await takeBack()
    },
  ],
])('who was told of the end so long ago that the mail is gone %s', async (_, meanwhile) => {
  const here = await asked()
  const { ana, aim, approve, takeBack, giveTo, turn } = here
  await turn(true)
  await approve()
  await takeBack()
  const days = contactDays + 1
  await owner('update mail_outbox set created_at = now() - make_interval(days => $2) where patient_id = $1', [
    ana.id,
    days,
  ])
  await owner(
    `update study_matching m set previous_until = now() - make_interval(days => $2) from studies s
      where s.study_uid = $1 and (m.project_id, m.study_id) = (s.project_id, s.study_id)`,
    [aim.study, days],
  )
  await deleteExpired(world.database, recordRetention)
  await meanwhile(here)
  await giveTo(ana)
  expect(await turn(true)).toEqual([approved, ended, again])
})

test('an approval that was withdrawn because the match was taken back is said once the scan is open again', async () => {
  const { ana, approve, takeBack, giveTo, turn } = await asked()
  await approve()
  await takeBack()
  await giveTo(ana)
  expect(await turn(true)).toEqual([again])
})

test('the end of an access is said where the scan became another patient’s', async () => {
  const { project, approve, takeBack, giveTo, turn } = await asked()
  const ben = await given.patient(project)
  await approve()
  await takeBack()
  await giveTo(ben)
  expect(await turn(true)).toEqual([ended])
})

test('nobody is invited to open a scan that DICOM names another patient of by now', async () => {
  const { project, approve, aim, turn } = await asked()
  await approve()
  await owner(
    `update archive_instances set metadata = metadata || '{"00100020": {"vr": "LO", "Value": ["MRN-9"]}}' where study_uid = $1`,
    [aim.study],
  )
  expect(await reconciled(project, aim.study)).toMatchObject({ patient_id: null })
  expect(await turn(true)).toEqual([])
})
