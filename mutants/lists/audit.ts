import { mutantsOf } from '../mutant.ts'

const verify = ['server/src/platform/audit/audit-verify.test.ts']
const logs = ['server/src/platform/anchors/anchor-log.test.ts', ...verify]
const copies = ['server/src/platform/anchors/copies.test.ts']
const evidence = ['server/src/cli/evidence/evidence.test.ts']
const fhir = ['server/src/features/audit-log/fhir/fhir.test.ts']

/** What verifies the audit trail, signs its anchors and sends them elsewhere. */
export const audit = [
  ...mutantsOf('server/src/cli/evidence/seal.ts', evidence, [
    ['if (!trusted.some((key)', 'if (trusted.length < 0 && !trusted.some((key)', 'anybody seals evidence'],
    [
      '.filter((name) => !files.some((file) => file.name === name))',
      '.filter(() => false)',
      'a file is added to evidence',
    ],
    ['.sha256 !== sha256', ".sha256 === ''", 'a file of evidence is changed'],
  ]),
  ...mutantsOf('server/src/cli/evidence/people.ts', evidence, [
    ['if (open) open.until = at', 'if (open) open.until = now', 'a right stays withheld for ever'],
    ['start.from < signUp ? signUp : start.from', 'start.from', 'somebody has a role before the sign-up'],
    [
      "period, 'account.register_identity'",
      "period, ''",
      'who signed up by an identity has a role from the invitation on',
    ],
  ]),
  ...mutantsOf(
    'server/src/cli/evidence/people.ts',
    ['server/src/cli/evidence/rights.test.ts'],
    [['if (changes.includes(undefined))', 'if (false)', 'evidence is silent about a change that it cannot read']],
  ),
  ...mutantsOf(
    'server/src/features/rights/changes.ts',
    ['server/src/features/rights/changes.test.ts'],
    [
      [
        'operatorNames[role]].includes(words)',
        "''].includes(words)",
        'evidence does not know the roles by their names',
      ],
      ['titleOf(right), ...', '...', 'evidence does not know the rights by their titles'],
      [': [undefined]', ': []', 'a row that cannot be read changes nothing'],
    ],
  ),
  ...mutantsOf('server/src/features/audit-log/fhir/ship.ts', fhir, [
    ['let sent = seq', 'let sent = seq + 1', 'what failed is not sent again'],
    ['audit_shipments.claimed_until < now()', 'true', 'two nodes send at once'],
  ]),
  ...mutantsOf('server/src/platform/audit/audit-chain.ts', verify, [
    ['if (least > end.seq)', 'if (false)', 'the newest rows are cut off'],
    ['const least = before?.seq ?? 0', 'const least = after.seq', 'a portal that seals looks like one that was cut'],
    ['if (!after) return end.seq === 0 ? []', 'if (!after) return true ? []', 'the head is gone'],
    ['if (after.seq < end.seq) return', 'if (false) return', 'the head is set back'],
    ['const holds = !same ||', 'const holds = true ||', 'the head is another'],
    ['> clocksMs ?', '> 1e15 ?', 'a row has a time that does not fit its id'],
    ['const isLate = row.at < before - lateMs', 'const isLate = false', 'a row is put into the past'],
    [
      'Math.max(chain.latest, held.before(row.seq))',
      'Math.max(chain.latest, 0 * held.before(row.seq))',
      'a row is put into a quiet night',
    ],
    ['const isEarly = row.at > anchoredAt + lateMs', 'const isEarly = false', 'a row is dated tomorrow'],
    ["if (anchor.hash !== hash?.toString('hex')) other", 'if (false) other', 'the chain is written anew'],
    ['if (last && last.seq > end)', 'if (false && last)', 'the database is older than its anchors'],
    ['if (mustBeAnchored && unanchored', 'if (false && unanchored', 'the anchors are cut'],
    ['if (row.at > now - lateMs) return []', 'return []', 'an old row is not sealed'],
    ['problems.push(missing(', 'void (missing(', 'a row is deleted'],
    ['chainLink(chain.hash, row.content).equals(row.hash)', 'true', 'a row is changed'],
    ["if (event_id[14] !== '7')", 'if (false)', 'an id is none of the program'],
    ['if (row.seq < 1) {', 'if (false) {', 'a row stands before the first'],
  ]),
  ...mutantsOf('server/src/platform/anchors/collect-lines.ts', logs, [
    ['if (areSigned || isSigned(given))', 'if (true)', 'an anchor is changed'],
    ['last.hash === previous)', 'true)', 'an anchor is changed between two that are signed'],
    ['line.previous === run.hash', "'' !== run.hash", 'unsigned anchors are replaced'],
    ['if (run) say(', 'if (false) say(', 'unsigned anchors stand anywhere'],
  ]),
  ...mutantsOf('server/src/platform/anchors/check-logs.ts', logs, [
    ['if (!given) return () => true', 'return () => true', 'anybody’s key signs'],
    ['if (trusted.has(from)) trusted.add(to)', '', 'an announced key is not trusted'],
    ['if (isContinued && trusted.has(to))', 'if (trusted.has(to))', 'a key vouches for one that announced it unasked'],
    ['if (next.size > 1)', 'if (false)', 'a key is handed on twice'],
    ['(expected && expected !== line.key) ||', 'false ||', 'a key changes unannounced'],
    ['if (gap > 0) problems', 'if (false) problems', 'an anchor is taken out'],
    ['if (open.some(({ count }) => count > end))', 'if (false)', 'a copy knows more'],
    ['if (forked)\n', 'if (false)\n', 'a copy knows another line'],
    ['if (previous.length > 0 && !follows)', 'if (false)', 'a line is written anew with the right key'],
    [
      'if (isVoid || head.seq === 0) return',
      'if (head.seq === 0) return',
      'an accepted restore changes nothing',
      { tests: ['server/src/cli/verify-audit.test.ts'] },
    ],
  ]),
  ...mutantsOf(
    'server/src/features/access-log/queries.ts',
    ['server/src/features/emergency-access/emergency-access.test.ts'],
    [['in_emergency, e.ends', 'in_emergency', 'a patient reads as if a record was opened after an emergency']],
  ),
  ...mutantsOf(
    'server/src/features/access-log/queries.ts',
    ['server/src/features/access-log/access-log.test.ts'],
    [
      ['         and (kind in', '         or (kind in', 'a patient reads the names of deleted files'],
      [' and r.deleted_at is null`', '`', 'a patient reads the names of receipts of deleted requests'],
    ],
  ),
  ...mutantsOf(
    'server/src/platform/calls/audit-call.ts',
    ['server/src/platform/calls/handle-call.test.ts'],
    [['    for (const key of keysOf(audit)) delete audit[key]\n', '', 'a row says what an undone attempt found']],
  ),
  ...mutantsOf('server/src/platform/anchors/anchor-log.ts', logs, [
    ['  await file.truncate(end)\n', '', 'half a line stays after a crash'],
  ]),
  ...mutantsOf('server/src/platform/anchors/copies.ts', copies, [
    ["${isCut ? '\\n' : ''}", '', 'a line is lost after a full disk'],
    ['sent[name] = end', 'sent[name] = 0', 'a copy begins from the start each time'],
  ]),
  ...mutantsOf('server/src/platform/anchors/syslog.ts', copies, [
    ['isEnded = isWritten', 'isEnded = true', 'a syslog server that hangs up has taken everything'],
  ]),
  ...mutantsOf(
    'server/src/platform/anchors/write-heads.ts',
    ['server/src/platform/anchors/write-heads.test.ts'],
    [['|| now - last.at >= quietMs', '', 'a quiet chain is not anchored']],
  ),
  ...mutantsOf(
    'server/src/platform/settings/audit.ts',
    ['server/src/platform/settings/settings.test.ts'],
    [
      [
        'const problem = isInside(AUDIT_KEY_FILE, DATA_DIR)',
        'const problem = false',
        'the audit key lies in the data folder',
      ],
      ['realpathSync(path) :', 'path :', 'a link hides where the audit key lies'],
    ],
  ),
]
