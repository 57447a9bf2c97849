import {
  addScanner,
  type ManagedScanner,
  maxScanners,
  orderScanners,
  removeScanner,
  type ScannerForm,
  saveScanner,
  setScannerService,
} from '@fornix/contract'
import { v4 as uuid } from 'uuid'
import { wouldOverwrite } from '../../clinic/records/field-changes.ts'
import { conflict, fieldTakenError, notFound, staleError } from '../../platform/base/errors.ts'
import { on, onRecord, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { notifyOfNewRoom } from './booking.ts'
import type { BookingNeeds } from './notify-booking.ts'
import { lockScanner, lockScanners, managedScanners } from './scanner-rows.ts'

const checkName = async (db: Db, { name }: ScannerForm, own?: string) => {
  const isTaken = (await managedScanners(db)).some(
    (other) => other.id !== own && other.name.toLowerCase() === name.toLowerCase(),
  )
  if (isTaken)
    throw fieldTakenError('name', 'Another scanner has this name. Please choose a different one.', 'scanner_name')
}

const locateScanner = async ({ db, params }: { db: Db; params: { scanner_id: string } }) => {
  await lockScanners(db)
  if (!(await lockScanner(db, params.scanner_id))) throw notFound()
  return params.scanner_id
}

/** Returns what the scanner is until then. */
const checkUnchanged = async (db: Db, id: string, { from, wanted }: { from?: ScannerForm; wanted: ScannerForm }) => {
  const current = await db
    .selectFrom('scanners')
    .select(['name', 'room'])
    .where('scanner_id', '=', id)
    .executeTakeFirstOrThrow()
  if (wouldOverwrite({ from, current, wanted }))
    throw staleError('Someone else changed this scanner while you were editing.', { current })
  return current
}

const visitsAhead = (scanners: ManagedScanner[], own: string) =>
  scanners.find(({ id }) => id === own)?.visit_days.reduce((all, { count }) => all + count, 0) ?? 0

export const scannerRoutes = (needs: BookingNeeds): Route[] => [
  on(addScanner, async ({ db, body, audit }) => {
    await lockScanners(db)
    const before = await managedScanners(db)
    if (before.length >= maxScanners)
      throw conflict(`A project can have at most ${maxScanners} scanners.`, 'too_many_scanners')
    await checkName(db, body)
    const scanner_id = uuid()
    audit.object = scanner_id
    await db
      .insertInto('scanners')
      .values({ scanner_id, ...body, position: before.length })
      .execute()
    return { scanners: await managedScanners(db) }
  }),

  onRecord(saveScanner, locateScanner, async ({ db, user, request, located, body: { from, ...wanted }, audit }) => {
    audit.object = located
    const before = await checkUnchanged(db, located, { from, wanted })
    await checkName(db, wanted, located)
    await db.updateTable('scanners').set(wanted).where('scanner_id', '=', located).execute()
    if (wanted.room !== before.room) await notifyOfNewRoom(needs, { db, user, request: request.id }, located)
    return { scanners: await managedScanners(db) }
  }),

  onRecord(setScannerService, locateScanner, async ({ db, located, body: { in_service }, audit }) => {
    audit.object = located
    const count = in_service ? 0 : visitsAhead(await managedScanners(db), located)
    if (count > 0)
      throw conflict(
        `${count === 1 ? '1 upcoming visit is' : `${count} upcoming visits are`} on this scanner. Move them to another scanner or reschedule them first.`,
        'scanner_has_visits',
      )
    await db.updateTable('scanners').set({ in_service }).where('scanner_id', '=', located).execute()
    return { scanners: await managedScanners(db) }
  }),

  on(orderScanners, async ({ db, body, audit }) => {
    await lockScanners(db)
    const before = await managedScanners(db)
    const remaining = new Set(before.map(({ id }) => id))
    if (body.scanners.some((id) => !remaining.delete(id)) || remaining.size > 0)
      throw staleError('Someone else changed the scanners. Please look again.')
    audit.object = `${before.length} scanners`
    for (const [position, id] of body.scanners.entries())
      await db.updateTable('scanners').set({ position }).where('scanner_id', '=', id).execute()
    return { scanners: await managedScanners(db) }
  }),

  onRecord(removeScanner, locateScanner, async ({ db, located, audit }) => {
    audit.object = located
    const scanner = (await managedScanners(db)).find(({ id }) => id === located)
    if (scanner?.is_used) throw conflict('This scanner has had visits. Take it out of service instead.', 'scanner_used')
    await db.deleteFrom('scanners').where('scanner_id', '=', located).execute()
    return { scanners: await managedScanners(db) }
  }),
]
