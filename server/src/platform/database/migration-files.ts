import { readdir, readFile } from 'node:fs/promises'

const folder = new URL('../../../migrations/', import.meta.url)

/** A file runs in one transaction, or statement by statement if it creates indexes without locking their table. */
export type Migration = { name: string; text: string; statements?: string[] }

export const migrationOf = (name: string, text: string): Migration => {
  const bare = text.replace(/^\s*--.*$/gm, '')
  if (!/\bindex\s+concurrently\b/i.test(bare)) return { name, text }
  const statements = bare.split(/;[ \t]*(?:\n|$)/).flatMap((statement) => statement.trim() || [])
  return { name, text, statements }
}

export const readMigrations = async () => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => migrationOf(file.replace('.sql', ''), await readFile(new URL(file, folder), 'utf8'))),
  )
}
