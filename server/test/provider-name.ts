import type { TestApp } from './harness.ts'

/** As staff sign with it. */
export const providerName = async ({ owner }: Pick<TestApp, 'owner'>, id: string) => {
  const [row] = await owner<{ name: string }>(
    `select concat_ws(' ', first_name, last_name) as name from providers where provider_id = $1`,
    [id],
  )
  return row?.name ?? ''
}
