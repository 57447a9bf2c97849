import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dayMs, saveRights, type Withheld } from '@fornix/contract'
import { afterAll, expect, test } from 'vitest'
import { runIn } from '../../../test/command-line.ts'
import { testApp } from '../../../test/harness.ts'
import { testPasswords } from '../../../test/passwords.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { roleAddresses } from '../../platform/database/addresses.ts'

const { as, given, owner, database, url } = await testApp()
const root = await mkdtemp(`${tmpdir()}/fornix-evidence-`)
afterAll(() => rm(root, { recursive: true, force: true }))
const { appUrl, systemUrl } = roleAddresses(url, testPasswords)
const place = {
  DATA_DIR: `${root}/data`,
  DATABASE_URL: appUrl,
  DATABASE_SYSTEM_URL: systemUrl,
  DATABASE_OWNER_URL: url,
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  AUDIT_KEY_FILE: `${root}/audit.key`,
  LOG_LEVEL: 'silent',
}

/** The evidence of the days around now, and its rows of what was withheld. */
const evidenceOf = async (project: string, out: string) => {
  const [from = '', to = ''] = [-1, 1].map((days) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10))
  const [row] = await owner<{ slug: string }>('select slug from projects where project_id = $1', [project])
  const said = await runIn(
    place,
    'evidence',
    ...['--project', row?.slug ?? '', '--from', from, '--to', to, '--out', `${root}/${out}`],
  )
  const text = await readFile(`${root}/${out}/withheld-rights.csv`, 'utf8')
  const cells = text.trimEnd().split('\r\n').slice(1)
  return { said: said.text, rows: cells.map((line) => line.slice(1, -1).split('","')).toSorted() }
}

test('evidence says which right admins withheld, and which change it could not read', async () => {
  await runIn(place, 'audit-key', `${root}/audit.key`)
  const admin = await given.staff('Admin')
  const save = (withheld: Withheld) =>
    as(admin).call(saveRights, { body: { withheld, two_person_amount: withheld.Nurse ? '100' : null } })
  const time = expect.stringMatching(/Z$/)
  const by = [admin.id, expect.any(String)]

  await save({ Nurse: ['export', 'see_medical'], 'MRI-Tech': ['decide_money'] })
  await save({ 'MRI-Tech': ['decide_money'] })
  const first = await evidenceOf(admin.project, 'first')
  expect(first.rows).toEqual([
    ['MRI-Tech', 'decide_money', time, '', ...by],
    ['Nurse', 'export', time, time, ...by],
    ['Nurse', 'see_medical', time, time, ...by],
  ])
  expect(first.said).not.toContain('could not be read')

  const { project, id: actor, role } = admin
  const row = { project, actor, role, action: 'project.change_rights', patient: null, request: 'test' } as const
  await database.unscoped('a row of a later version', (db) =>
    writeAudit(db, { ...row, object: 'nurses: teleport off' }),
  )
  const second = await evidenceOf(project, 'second')
  expect(second.rows).toContainEqual(['not readable', 'not readable', time, '', ...by])
  expect(second.rows).toHaveLength(4)
  expect(second.said).toContain('withheld-rights.csv: 1 changes of rights could not be read.')
  const summary = JSON.parse(await readFile(`${root}/second/summary.json`, 'utf8'))
  expect(summary).toMatchObject({ unreadable_rights_changes: 1 })
})
