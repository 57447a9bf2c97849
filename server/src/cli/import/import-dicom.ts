import { stat } from 'node:fs/promises'
import { zipProblems } from '@fornix/contract'
import { z } from 'zod'
import type { ImagingArchive } from '../../clinic/imaging/archive/archive.ts'
import { arrivals } from '../../clinic/imaging/archive/arrivals.ts'
import { DicomRefused } from '../../clinic/imaging/dicom/refused.ts'
import { ApiError, isFull } from '../../platform/base/errors.ts'
import type { Database } from '../../platform/database/db.ts'
import { type Scope, staffScope } from '../../platform/database/scope.ts'
import { keyRing } from '../../platform/files/encryption/key-ring.ts'
import { openFileStore } from '../../platform/files/stores/open-file-store.ts'
import { archiveOf } from '../../start-platform.ts'
import { CommandFailed, type Context, defineCommand } from '../command.ts'
import { projectBySlug, withDatabase } from '../open-database.ts'
import { type Source, sourcesIn } from './sources.ts'

const maxConcurrentFiles = 8
const reportEveryMs = 2000
const namesShown = 3

export const importDicom = defineCommand({
  name: 'import-dicom',
  summary: 'Take the DICOM files of a folder, and of the zips in it, into the archive',
  argument: 'folder',
  options: z.object({
    folder: z.string().describe('where the files lie, at any depth'),
    project: z.string().optional().describe('the slug of the project; without it, DEFAULT_PROJECT'),
  }),
  run: async ({ folder, project: slug }, context) => {
    if (!(await stat(folder).catch(() => undefined))?.isDirectory())
      throw new CommandFailed(`There is no folder ${JSON.stringify(folder)}.`)
    const work = async ({ database, config, masters }: Parameters<Parameters<typeof withDatabase>[1]>[0]) => {
      const { project_id, name } = await projectBySlug(database, slug ?? config.defaultProject)
      const space = { store: await openFileStore(config), keys: keyRing(database, masters), scanned: false }
      const archive = archiveOf(config, database, space)
      const maxBytes = config.MAX_INSTANCE_MB * 1024 * 1024
      return {
        name,
        ...(await importFrom(folder, { database, archive, scope: staffScope(project_id), maxBytes }, context)),
      }
    }
    const { name, studies, refused } = await withDatabase(context, work, { connections: maxConcurrentFiles })
    context.print(`${name} has ${studies} of the studies that were found.`)
    if (refused > 0)
      throw new CommandFailed(`${files(refused, 'was', 'were')} refused. The others are stored; this can be repeated.`)
  },
})

const files = (count: number, is: string, are: string) => (count === 1 ? `1 file ${is}` : `${count} files ${are}`)

type Into = { database: Database; archive: ImagingArchive; scope: Scope; maxBytes: number }
const who = { actor: null, role: 'system', request: 'command line' } as const

const importFrom = async (folder: string, { database, archive, scope, maxBytes }: Into, { print }: Context) => {
  const arrived = arrivals()
  const refusals = new Map<string, string[]>()
  const count = { new: 0, duplicates: 0 }
  const refuse = (name: string, sentence: string) => refusals.set(sentence, [...(refusals.get(sentence) ?? []), name])

  const take = async (source: Source) => {
    if ('problem' in source) return refuse(source.name, zipProblems[source.problem])
    // One that was refused half read may fail afterwards, when nobody listens any more.
    source.content.on('error', () => {})
    try {
      const stored = await archive.store(scope, source.content, { maxBytes })
      arrived.stored(stored)
      count[stored.isNew ? 'new' : 'duplicates']++
    } catch (error) {
      if (isOurs(error)) throw error
      arrived.refused(error)
      refuse(source.name, error instanceof DicomRefused ? error.message : 'It could not be read.')
    } finally {
      source.content.destroy()
    }
  }

  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  const report = setInterval(() => {
    const all = count.new + count.duplicates
    print(`${all} files stored, ${(all / seconds()).toFixed(0)} a second`)
  }, reportEveryMs)
  try {
    const sources = sourcesIn(folder)
    const takeNext = async () => {
      for (let next = await sources.next(); !next.done; next = await sources.next()) await take(next.value)
    }
    await Promise.all(Array.from({ length: maxConcurrentFiles }, takeNext))
  } catch (error) {
    // What is stored by then gets its rows if that can be; else the next run sees to it.
    await arrived.finish(database, archive, scope, who).catch(() => {})
    throw error
  } finally {
    clearInterval(report)
  }
  const studies = await arrived.finish(database, archive, scope, who)
  print(`${files(count.new, 'is', 'are')} new, ${count.duplicates} known before, in ${seconds().toFixed(1)} s.`)
  for (const [sentence, names] of refusals) {
    const more = names.length > namesShown ? ` and ${names.length - namesShown} more` : ''
    print(`${names.length} refused: ${sentence} (${names.slice(0, namesShown).join(', ')}${more})`)
  }
  return { studies, refused: [...refusals.values()].reduce((sum, { length }) => sum + length, 0) }
}

/** What is no file's fault: a full disk, a database or PACS that is away. */
const isOurs = (error: unknown) => error instanceof ApiError || isFull(error)
