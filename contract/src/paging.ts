import { z } from 'zod'

export const pageSizes = [10, 25, 50] as const

/** `page` from 1 and `page_size` of 10, 25 or 50, as strings of a query. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().pipe(z.literal(pageSizes)).default(10),
})
/** For a list that is newest first unless reversed. */
export const newestFirstQuery = pageQuery.extend({ order: z.enum(['asc', 'desc']).default('desc') })
export type PageQuery = z.output<typeof pageQuery>

export const pageTotals = { total_pages: z.number().int(), total: z.number().int() }

export const totalsOf = (total: number, pageSize: number) => ({
  total,
  total_pages: Math.max(1, Math.ceil(total / pageSize)),
})
