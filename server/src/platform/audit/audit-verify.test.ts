import { randomUUID } from 'node:crypto'
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dayMs, hourMs } from '@fornix/contract'
import { v7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { ownLog } from '../anchors/anchor-folder.ts'
import { hashOf, signedLine } from '../anchors/anchor-line.ts'
import { openAnchorLog } from '../anchors/anchor-log.ts'
import { newKeyPair, parseAuditKeys } from '../anchors/audit-key.ts'
import { headLine, headsOf } from '../anchors/write-heads.ts'
import { writeAudit } from './audit.ts'
import { sealAudit } from './audit-seal.ts'
import { verifyChains } from './audit-verify.ts'

const { database, owner, given } = await testApp()
const root = await mkdtemp(`${tmpdir()}/fornix-audit-`)
afterAll(() => rm(root, { recursive: true, force: true }))
const ours = parseAuditKeys(newKeyPair().privatePem)
const theirs = parseAuditKeys(newKeyPair().privatePem)

/** One project's trail with six sealed rows; the fourth and sixth are anchored. */
const aTrail = async () => {
  const project = await given.project()
  const folder = `${root}/${project}`
  await cp(await mkdtemp(`${root}/empty-`), folder, { recursive: true })
  const file = `${folder}/${ownLog}`
  const write = async (times: number) => {
    for (let n = 0; n < times; n++)
      await database.unscoped('what happens in a clinic', (db) =>
        writeAudit(db, {
          project,
          actor: null,
          role: 'system',
          action: 'patient.read',
          patient: null,
          request: `r${n}`,
        }),
      )
    await sealAudit(database)
  }
  const anchor = async (keys = ours, path = file) => {
    const log = await openAnchorLog(path, keys)
    const heads = await headsOf(database)
    await log.write(heads.filter(({ project_id }) => project_id === project).map(headLine))
    await log.close()
  }
  /** A row made by the test, sealed like every other. */
  const insert = async (row: { id?: string; at?: number; seal?: boolean }) => {
    const id = row.id ?? v7({ msecs: row.at ?? Date.now() })
    await owner(
      `insert into audit_events (project_id, event_id, at, actor_role, action, request_id) values ($1, $2, to_timestamp($3), 'Admin', 'form.approve', 'x')`,
      [project, id, (row.at ?? Date.now()) / 1000],
    )
    if (row.seal !== false) await sealAudit(database)
    return id
  }
  const change = (text: string) => owner(`update audit_events set ${text} and project_id = $1`, [project])
  const cut = (from: number) => owner('delete from audit_events where project_id = $1 and seq >= $2', [project, from])
  const sealAnew = async () => {
    await owner('update audit_events set seq = null, hash = null where project_id = $1', [project])
    await owner('delete from audit_heads where project_id = $1', [project])
    await sealAudit(database)
  }
  const lines = async () => (await readFile(file, 'utf8')).trimEnd().split('\n')
  const rewrite = async (change: (lines: string[]) => string[]) =>
    writeFile(
      file,
      change(await lines())
        .map((line) => `${line}\n`)
        .join(''),
    )
  const verify = async (copy?: string, through = database) => {
    const { findings } = await verifyChains(through, {
      folder,
      trusted: ours.trusted,
      only: { project_id: project, slug: 'it' },
      mustBeAnchored: !copy,
      copies: copy ? [{ name: 'copy', from: copy, isLocal: false }] : [],
    })
    return findings.flatMap(({ problems }) => problems)
  }
  const aCopy = async () => {
    const copy = `${folder}/elsewhere`
    await cp(file, copy)
    return copy
  }
  await write(4)
  await anchor()
  await write(2)
  await anchor()
  return { project, folder, file, write, anchor, insert, change, cut, sealAnew, lines, rewrite, verify, aCopy }
}
type Trail = Awaited<ReturnType<typeof aTrail>>

const uuid = '[0-9a-f-]{36}'
const time = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC'
const ifRestored = 'If a backup was restored: .*'

test('a trail that nobody touched holds, alone and beside a copy of its anchors', async () => {
  const trail = await aTrail()
  expect(await trail.verify()).toEqual([])
  expect(await trail.verify(await trail.aCopy())).toEqual([])
  expect((await trail.lines()).map((line) => JSON.parse(line))).toMatchObject([
    { kind: 'start', count: 1 },
    { kind: 'head', count: 2, seq: 4, project: trail.project },
    { kind: 'head', count: 3, seq: 6, key: ours.current.id },
  ])
})

const tampering: [string, (trail: Trail) => Promise<unknown>, string[]][] = [
  [
    'a row that was changed',
    ({ change }) => change("action = 'patient.edit' where seq = 3"),
    [`Row 3 \\(${uuid}\\) is not what was sealed: it, its place or its seal was changed\\.`],
  ],
  [
    'a row that was deleted',
    ({ change }) =>
      change('seq = null, hash = null where seq = 3').then(() => owner('delete from audit_events where seq is null')),
    ['Row 3 is missing\\.'],
  ],
  [
    'two rows that changed places',
    async ({ change }) => {
      await change('seq = 99 where seq = 2')
      await change('seq = 2 where seq = 3')
      await change('seq = 3 where seq = 99')
    },
    ['Row 2 .* is not what was sealed.*', 'Row 3 .* is not what was sealed.*', 'Row 4 .* is not what was sealed.*'],
  ],
  [
    'a row that was moved to another project',
    async ({ project }) =>
      owner('update audit_events set project_id = $2 where project_id = $1 and seq = 2', [
        project,
        await given.project(),
      ]),
    ['Row 2 is missing\\.'],
  ],
  [
    'a tail that was cut off in the database alone',
    ({ cut }) => cut(6),
    [
      'The chain ends at row 5, but its head stands at row 6: the newest rows were cut off\\.',
      `The chain ends at row 5, but row 6 was anchored at ${time}: the database is older than its anchors\\. .*`,
    ],
  ],
  [
    'a tail that was cut off before it was anchored',
    async ({ write, cut }) => {
      await write(2)
      await cut(8)
    },
    ['The chain ends at row 7, but its head stands at row 8: the newest rows were cut off\\.'],
  ],
  [
    'a tail that was cut off together with the head',
    async ({ project, cut }) => {
      await cut(6)
      await owner(
        'update audit_heads h set seq = e.seq, hash = e.hash from audit_events e where h.project_id = $1 and e.project_id = $1 and e.seq = 5',
        [project],
      )
    },
    [
      `The chain ends at row 5, but row 6 was anchored at ${time}: the database is older than its anchors\\. The newest rows were cut off, or an older backup was restored\\. ${ifRestored}`,
    ],
  ],
  [
    'a head that is gone',
    ({ project }) => owner('delete from audit_heads where project_id = $1', [project]),
    ['The head of the chain is missing; its rows end at 6\\.'],
  ],
  [
    'a head that was set back',
    ({ project }) => owner('update audit_heads set seq = 5 where project_id = $1', [project]),
    ['The chain goes on to row 6, but its head stands at row 5\\.'],
  ],
  [
    'a head that is another',
    ({ project }) => owner("update audit_heads set hash = sha256('x') where project_id = $1", [project]),
    ['The head of the chain is not the seal of its last row\\.'],
  ],
  [
    'a row that was put into the past',
    ({ insert }) => insert({ at: Date.now() - hourMs }),
    [`Row 7 \\(${uuid}\\) is dated ${time} and was sealed after ${time}: it was put into the past\\.`],
  ],
  [
    'a row with a time that does not fit its id',
    async ({ change, sealAnew, file, anchor }) => {
      await change("at = at - interval '5 minutes' where seq = 3")
      await rm(file)
      await sealAnew()
      await anchor()
    },
    [`Row 3 \\(${uuid}\\) is dated ${time}, but its id was made at ${time}\\.`],
  ],
  [
    'a row with an id of the past',
    ({ insert }) => insert({ id: v7({ msecs: Date.now() - hourMs }), at: Date.now() }),
    [`Row 7 .* is dated ${time}, but its id was made at ${time}\\.`],
  ],
  [
    'a row with an id that the program never makes',
    ({ insert }) => insert({ id: randomUUID() }),
    [`Row 7 \\(${uuid}\\) has an id that the program never makes\\.`],
  ],
  [
    'a row that was put before the beginning',
    async ({ insert, change }) => {
      await insert({ seal: false })
      await change("seq = 0, hash = '' where seq is null")
    },
    [`Row 0 .* stands before the beginning of the chain\\.`],
  ],
  [
    'a row of tomorrow that was anchored today',
    async ({ insert, anchor }) => {
      await insert({ at: Date.now() + dayMs })
      await anchor()
    },
    [`Row 7 .* is dated ${time}, but it was anchored at ${time} already\\.`],
  ],
  [
    'a row of the past that is not sealed',
    ({ insert }) => insert({ at: Date.now() - hourMs, seal: false }),
    [
      `The row ${uuid} of ${time} is still not sealed: it was put into the past, or no portal runs that would seal it\\.`,
    ],
  ],
  [
    'a chain that was written anew',
    async ({ change, sealAnew }) => {
      await change("action = 'patient.edit' where seq = 3")
      await sealAnew()
    },
    [`Row 4 is not the one that was anchored at ${time}: the chain was written anew\\. ${ifRestored}`],
  ],
  [
    'a chain and its anchors that were rewritten together, with another key',
    async ({ change, sealAnew, anchor, file }) => {
      await change("action = 'patient.edit' where seq = 3")
      await sealAnew()
      await rm(file)
      await anchor(theirs)
    },
    [
      `Line 1 of log [0-9a-f]{8} is signed by the key ${theirs.current.id}, which is neither the given one nor announced by it\\.`,
    ],
  ],
  [
    'a chain and its anchors that were rewritten together, without a key',
    async ({ project, change, sealAnew, rewrite }) => {
      await change("action = 'patient.edit' where seq = 3")
      await sealAnew()
      const [head] = await owner<{ hash: string }>(
        "select encode(hash, 'hex') as hash from audit_heads where project_id = $1",
        [project],
      )
      await rewrite(([start = '', , last = '']) => [start, last.replace(/"hash":"\w+"/, `"hash":"${head?.hash}"`)])
    },
    [`Line 2 of ${ownLog} is not signed by the key that it names: it was changed, or is of another hand\\.`],
  ],
  [
    'anchors that are unsigned, as old versions wrote them',
    async ({ rewrite }) => {
      const heads = [1, 2].map((seq) => JSON.stringify({ at: '2026-01-01', project: randomUUID(), seq, hash: 'ab' }))
      await rewrite((lines) => [...lines, ...heads])
    },
    [`${ownLog} holds 2 unsigned lines that no signed line vouches for\\.`],
  ],
  [
    'an anchor that was changed between two others',
    ({ rewrite }) => rewrite((lines) => lines.with(1, (lines[1] ?? '').replace('"seq":4', '"seq":3'))),
    [`Line 2 of ${ownLog} is not signed by the key that it names.*`, 'Line 2 of log [0-9a-f]{8} is missing\\.'],
  ],
  [
    'an anchor that was taken out',
    ({ rewrite }) => rewrite((lines) => lines.toSpliced(1, 1)),
    ['Line 2 of log [0-9a-f]{8} is missing\\.'],
  ],
  [
    'the first anchors taken away',
    ({ rewrite }) => rewrite((lines) => lines.slice(2)),
    ['Lines 1 to 2 of log [0-9a-f]{8} are missing\\.'],
  ],
  [
    'an anchor that cannot be read',
    ({ file }) => appendFile(file, 'not JSON\n'),
    [`Line 4 of ${ownLog} cannot be read\\.`],
  ],
  [
    'a key that nobody has announced',
    async ({ rewrite, lines }) => {
      const { log } = JSON.parse((await lines())[0] ?? '') as { log: string }
      // The owner of a different key signs a line of this log.
      const forged = (previous: string) =>
        signedLine(
          { log, count: 4, at: new Date().toISOString(), previous },
          { kind: 'head', project: randomUUID(), seq: 9, hash: 'a'.repeat(64) },
          theirs.current,
        )
      await rewrite((lines) => [...lines, forged(hashOf(lines.at(-1) ?? ''))])
    },
    [`Line 4 of ${ownLog} is not signed by the key that it names.*`],
  ],
]

test.each(tampering)('%s is named', async (_, tamper, said) => {
  const trail = await aTrail()
  await tamper(trail)
  const problems = await trail.verify()
  expect(problems).toEqual(said.map((sentence) => expect.stringMatching(new RegExp(`^${sentence}$`))))
})

test('anchors that were cut show beside a copy, and without one as soon as old rows lack an anchor', async () => {
  const trail = await aTrail()
  const copy = await trail.aCopy()
  await trail.rewrite((lines) => lines.slice(0, -1))
  expect(await trail.verify(copy)).toEqual([
    expect.stringMatching(/^The anchors of log \w{8} end at line 2 in the data folder, and at line 3 in a copy: /),
  ])
  expect(await trail.verify()).toEqual([])
  await rm(trail.file)
  await trail.change("at = at - interval '1 hour' where seq > 0")
  expect(await trail.verify()).toContainEqual(
    expect.stringMatching(/^Row 1 \(.*\) of .* and those after it were never anchored here: the anchors were cut/),
  )
})

test('a chain and anchors that were rewritten with a stolen key show beside a copy', async () => {
  const trail = await aTrail()
  const copy = await trail.aCopy()
  await trail.change("action = 'patient.edit' where seq = 6")
  await trail.sealAnew()
  await trail.rewrite((lines) => lines.slice(0, -1))
  await trail.anchor()
  expect(await trail.verify()).toEqual([])
  expect(await trail.verify(copy)).toEqual([
    expect.stringMatching(/^There are two different lines 3 of log \w{8}: the anchors were written anew/),
    expect.stringMatching(/^Row 6 is not the one that was anchored/),
  ])
})

test('in a quiet clinic a row that is older than the last anchor and sealed after it is named', async () => {
  const trail = await aTrail()
  // Everything is an hour old, except the last anchor of the same head, which is made now and then.
  const shift =
    "at = at - interval '1 hour', event_id = (lpad(to_hex((('x' || left(replace(event_id::text, '-', ''), 12))::bit(48)::bigint - 3600000)), 12, '0') || right(replace(event_id::text, '-', ''), 20))::uuid"
  await trail.change(`${shift} where seq > 0`)
  await trail.sealAnew()
  await rm(trail.file)
  await trail.anchor()
  expect(await trail.verify()).toEqual([])
  await trail.insert({ at: Date.now() - hourMs / 2 })
  expect(await trail.verify()).toEqual([
    expect.stringMatching(/^Row 7 .* was sealed after .*: it was put into the past\.$/),
  ])
})

test('a portal that writes, seals, anchors and copies while the rows are read does not look like somebody who forges', async () => {
  const trail = await aTrail()
  const copy = await trail.aCopy()
  const busy = async () => {
    await trail.write(1)
    await trail.anchor()
    await trail.aCopy()
  }
  const through: typeof database = {
    ...database,
    // Before each query, and after it.
    systemQuery: async (...asked) => busy().then(() => database.systemQuery(...asked)),
    unscoped: async (...asked) => database.unscoped(...asked).finally(busy),
  }
  expect(await trail.verify(copy, through)).toEqual([])
})

test('a row that was committed a few minutes late is none that was put into the past', async () => {
  const trail = await aTrail()
  await trail.insert({ at: Date.now() - 5 * 60_000 })
  expect(await trail.verify()).toEqual([])
})
