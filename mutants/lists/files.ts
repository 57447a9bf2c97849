import { mutantsOf } from '../mutant.ts'

const types = ['server/src/platform/files/types/type-check.test.ts']
const archives = [...types, 'server/src/platform/files/types/archives.test.ts']
const pdf = ['server/src/platform/files/types/pdf-content.test.ts']
const pictures = [...types, 'server/src/platform/files/types/ordinary-files.test.ts']
const bounds = ['server/src/clinic/imaging/dicom/bounds.test.ts', 'server/src/clinic/imaging/dicom/head.test.ts']

const uploads = ['server/src/features/documents/documents.test.ts']

/** What files that strangers send have to pass, and how late files go. */
export const files = [
  ...mutantsOf(
    'server/src/start-warnings.ts',
    ['server/src/start-warnings.test.ts'],
    [['error instanceof StoredFileMissing,', 'error === undefined,', 'nobody hears of files that lie on another node']],
  ),
  ...mutantsOf(
    'server/src/platform/calls/upload.ts',
    ['server/src/platform/calls/upload-turns.test.ts'],
    [
      ['if (request.raw.destroyed)', 'if (false)', 'two uploads whose sender left lock a person out of a node'],
      ['caller ? actorOf(caller) : ip', 'caller?.person ?? ip', 'a caregiver keeps the patient from sending files'],
    ],
  ),
  ...mutantsOf(
    'server/src/platform/files/stores/s3-store.ts',
    ['server/test/faults.test.ts'],
    [
      [
        'const clearingMs = 5_000',
        'const clearingMs = 100_000',
        'an upload waits for a silent store longer than proxies do',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/clinic/retention/retention.ts',
    ['server/src/clinic/retention/retention.test.ts'],
    [
      [
        '<string>`now() - make_interval(days => ${keepDays})`',
        '<string>`now() + make_interval(days => ${keepDays})`',
        'files go with their rows, and a restore to a minute before misses them',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/cli/backup/after-restore.ts',
    ['server/src/cli/backup/after-restore.test.ts'],
    [
      ['        await endSignIns(db)\n', '', 'sessions that have ended live again after a restore to a minute before'],
      ['if (!sendMail) await', 'if (sendMail) await', 'mail that has left since the minute leaves again'],
    ],
  ),
  ...mutantsOf(
    'server/src/platform/metrics/wal-archive.ts',
    ['server/src/platform/metrics/wal-archive.test.ts'],
    [['> 1\n', '> 1e9\n', 'nobody hears that WAL does not reach its archive']],
  ),
  ...mutantsOf(
    'server/src/cli/backup/recovery-key.ts',
    ['server/src/cli/backup/drill.test.ts'],
    [['(key.asymmetricKeyDetails?.modulusLength ?? 0) < minBits', 'false', 'a weak recovery key opens every backup']],
  ),
  ...mutantsOf(
    'server/src/cli/backup/manifest.ts',
    ['server/src/cli/backup/drill.test.ts'],
    [
      [
        '  await readManifest(folder, ...masters)\n',
        '',
        'whoever can write backups chooses the master keys of a place',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/cli/backup/earlier-backup.ts',
    ['server/src/cli/backup/restore-backup.test.ts'],
    [
      ['if (found && isSame(found, part)) {', 'if (found) {', 'damage of one backup goes on into all that follow'],
      ['if (!list || !isSame(list, manifest.files))', 'if (!list)', 'a changed list of an earlier backup is believed'],
    ],
  ),
  ...mutantsOf(
    'server/src/cli/backup/check-stored-files.ts',
    ['server/src/cli/backup/after-restore.test.ts'],
    [
      ['stored.has(storage_key) ? [] : [storage_key]', '[]', 'nobody hears of files that are missing after a restore'],
      ['if (!isSame && ', 'if (!isSame && !row.sha256 && ', 'nobody hears of files that are damaged after a restore'],
    ],
  ),
  ...mutantsOf(
    'server/src/platform/files/orphans.ts',
    ['server/src/platform/files/orphans.test.ts'],
    [
      [
        'Math.max(minDays, keepDays)',
        'minDays',
        'after a restore to the wrong minute the files of later minutes go within a day',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/features/forms/countersign.ts',
    ['server/src/features/forms/signed-pdf.test.ts'],
    [
      [
        '    await removeStored(db, user.project, [form])\n',
        '',
        'the form of before a countersignature goes with the orphans',
      ],
    ],
  ),
  ...mutantsOf('server/src/clinic/records/patient-files.ts', uploads, [
    ["    .where('upload_key', '=', key)\n", '', 'another upload is taken for a second try'],
    ["    .where('uploaded_by', '=', actorOf(user))\n", '', 'the key of somebody else counts'],
    ['  await lockUploads(db, patient_id)\n', '', 'two tries at once are stored twice'],
    ['  await discard()\n', '', 'what was sent again stays in the store'],
    ['  audit.skipRow = true\n', '', 'a second try leaves a second trace'],
  ]),
  ...mutantsOf('server/src/platform/files/types/type-check.ts', types, [
    ['        await check?.end()\n', '', 'a file that was cut passes'],
    ['        check?.take(bytes)\n', '', 'the bytes of a file are not looked at'],
    ['construct: (done) => done(check ? null :', 'construct: (done) => done(!check ? null :', 'any extension passes'],
    ["mediaType: 'application/octet-stream'", "mediaType: 'image/svg+xml'", 'a browser opens a drawing as a page'],
  ]),
  ...mutantsOf('server/src/platform/files/types/zip.ts', archives, [
    [
      "  if (depth > maxDepth) refuse('zip: archives in archives', 'tightZip')\n",
      '',
      'archives in archives without end',
    ],
    ['const maxRatio = 100', 'const maxRatio = 1_000_000', 'a small file unpacks to anything'],
    ['    allowance.left -= piece.length\n', '', 'what unpacks is not counted'],
    [
      'if (content && isArchive(content)) await unpack(content, () => false, allowance, depth + 1)',
      'if (false as boolean) await unpack(bytes, () => false, allowance, depth + 1)',
      'an archive in an archive is not opened',
    ],
    [' || zip.entryCount > maxEntries)', ')', 'entries without end'],
    ["    if (names.has(entry.fileName)) refuse('zip: two entries of one name')\n", '', 'two entries have one name'],
    ['  checkPlaces(entries, directoryStart)\n', '', 'entries share their bytes'],
    ["  if (!regularOrFolder) refuse('zip: a link or a device')\n", '', 'an entry is a symbolic link'],
    ['strictFileNames: true', 'strictFileNames: false', 'an entry leaves its folder'],
    ["  if (sum !== entry.crc32) refuse('zip: wrong checksum')\n", '', 'the content is not what its checksum says'],
    ['if (gather && size > maxGatheredBytes)', 'if (size < 0)', 'a large archive in an archive is gathered'],
    [
      "  if (sorted[0]?.relativeOffsetOfLocalHeader !== 0) refuse('zip: bytes before the first entry')\n",
      '',
      'bytes hide before the first entry',
    ],
  ]),
  ...mutantsOf('server/src/platform/files/types/docx.ts', archives, [
    ['if (activeTypes.has(type)) active(type)', '', 'a program is a part of a document'],
    ["    if (/macroEnabled|vbaProject/i.test(value('ContentType'))) active('macros')\n", '', 'macros pass'],
    ["mode.trim().toLowerCase() === 'external'", "mode === 'external'", 'a document fetches something from elsewhere'],
    ["  parser.on('doctype', () => refuse('docx: a document type'))\n", '', 'a document declares entities'],
    [" || !names.has('word/document.xml'))", ')', 'any archive is a document'],
  ]),
  ...mutantsOf('server/src/platform/files/types/pdf-content.ts', pdf, [
    ["if (active.has(found.text)) refuse(`pdf: ${found.text}`, 'activePdf')", '', 'a PDF runs programs'],
    ["'AA', 'XFA', ", '', 'actions of fields and forms of Adobe pass'],
    ["if (++reading.tokens > maxTokensRead) hidden('too much to read')", '', 'a PDF of words takes minutes'],
    ["    if (end - at > reading.left) hidden('too much to read')\n", '', 'the same bytes are read over and over'],
    [
      'maxOutputLength = Math.max(1, reading.inflatable)',
      'maxOutputLength = 2 ** 31',
      'compressed objects unpack to anything',
    ],
    [
      "if (names.some((name) => !knownOfObjectStreams.has(name))) hidden('compressed objects with unknown rules')",
      '',
      'compressed objects follow rules that are not known',
    ],
    [
      "    if (index % 2) read(reading, content, Number(first) + Number(number), 'value')\n",
      '',
      'the table may point anywhere',
    ],
    ["  if (filters === 1) read(reading, content, Number(first), 'all')\n", '', 'an object hides from the table'],
    ["  if (reading.isEncrypted && hasObjectStreams) hidden('encrypted objects')\n", '', 'objects are encrypted'],
  ]),
  ...mutantsOf('server/src/platform/files/types/pixels.ts', pictures, [
    [
      "  if (width * height > maxPixels) refuse(`${type}: too many pixels`, 'tooManyPixels')\n",
      '',
      'a picture is a bomb',
    ],
    ['  if (width === 0 || height === 0) refuse(`${type}: no size`)\n', '', 'a picture has no size'],
  ]),
  ...mutantsOf('server/src/platform/files/types/png.ts', pictures, [
    ["refuse('png: bytes after the end')", 'false', 'a second file hides behind a PNG'],
    [
      "    if (waiting.take(4).readUInt32BE() !== sum) refuse('png: wrong checksum')\n",
      '    waiting.take(4)\n',
      'the checksum of a PNG is wrong',
    ],
  ]),
  ...mutantsOf('server/src/platform/files/types/jpeg.ts', pictures, [
    ["refuse('jpeg: bytes after the end')", 'false', 'a second file hides behind a JPEG'],
    [
      " || walk.scans === 0) refuse('jpeg: incomplete')",
      ") refuse('jpeg: incomplete')",
      'a JPEG without a picture passes',
    ],
  ]),
  ...mutantsOf('server/src/platform/files/types/svg.ts', types, [
    ["  if (!isAllowed) refuse('svg: unknown attribute')\n", '', 'a drawing runs programs'],
    [
      "  if (uri !== svgSpace || !svgElements.has(local)) refuse('svg: unknown element')\n",
      '',
      'a script in a drawing',
    ],
    ["refuse('svg: outside reference')", 'undefined', 'a drawing fetches something from elsewhere'],
    ["  if (!isProse && !isSafeCss(value)) refuse('svg: unsafe attribute')\n", '', 'a style fetches something'],
    ["open.pop() === 'style' && !isSafeCss(css)", "open.pop() === 'style' && false", 'a style sheet fetches something'],
    ["  parser.on('doctype', () => refuse('svg: doctype'))\n", '', 'a drawing declares entities'],
    ["      if (bytesSeen > maxSvgBytes) refuse('svg: too large')\n", '', 'a drawing of any size'],
    [' || open.length >= maxDepth)', ')', 'groups in groups without end'],
    ["    if (spentMs > maxMs) refuse('svg: takes too long to read')\n", '', 'a drawing takes minutes'],
  ]),
  ...mutantsOf('server/src/clinic/imaging/dicom/head-layout.ts', bounds, [
    [
      "if (open.push({ holds, end, implicit }) > maxDepth) throw new DicomRefused('too_complex')",
      'open.push({ holds, end, implicit })',
      'sequences in sequences without end',
    ],
    ['if (Number.isFinite(end) && end > around)', 'if (end === -1)', 'an item reaches out of its sequence'],
    [
      "  if (++cursor.elements > maxElements) throw new DicomRefused('too_complex')\n  cursor.at += 8\n",
      '  cursor.at += 8\n',
      'empty items without end',
    ],
    [
      "  if (cursor.valueBytes > maxValueBytes) throw new DicomRefused('too_complex')\n",
      '',
      'values of any size are gathered',
    ],
  ]),
  ...mutantsOf('server/src/clinic/imaging/dicom/frames.ts', bounds, [
    ["  if (count > maxFrames) throw new DicomRefused('too_many_frames')\n", '', 'frames without end'],
    ["  if (length < whole) throw new DicomRefused('truncated')\n", '', 'more frames than bytes'],
    ["    if (pieces.length > maxFragments) throw new DicomRefused('too_many_frames')\n", '', 'fragments without end'],
  ]),
]
