type Ask = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>

/** What the calls that screens make most are about: a patient with a thread, and a provider who asks. */
export type World = { code: string; email: string; provider: string; thread: string; from: string; to: string }

/** The world of a patient and a provider, by their addresses; `ask` sees every row. */
export const worldOf = async (ask: Ask, patient: string, provider: string): Promise<World> => {
  const [world] = await ask<World>(
    `select p.code, p.email, v.code as provider,
            (select t.thread_id from care_threads t
              where t.project_id = p.project_id and t.patient_id = p.patient_id order by t.last_at desc limit 1) as thread,
            current_date::text as "from", (current_date + 30)::text as "to"
       from patients p join providers v using (project_id) where p.email = $1 and v.email = $2`,
    [patient, provider],
  )
  if (!world) throw new Error(`${patient} and ${provider} are not in one project`)
  return world
}
