import { Paper, type PaperProps } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { KeyboardEventHandler, ReactNode } from 'react'
import { DataList, type ListParts } from './DataList.tsx'
import { ListPages } from './ListPages.tsx'
import { isEmptyPage, type Totals } from './PageBar.tsx'

export type RecordListProps<Row> = ListParts<Row> & {
  /** The call that fetches the rows: whether they are loading, from the previous page, or failed. */
  query: Pick<UseQueryResult, 'isPending' | 'isPlaceholderData' | 'isError' | 'refetch'> & { data: Totals | undefined }
  label?: string
  /** The message if the list could not be fetched; undefined if it is shown elsewhere. */
  failed: string | undefined
  /** Tools, filters and counts. */
  above?: ReactNode
  frame?: Pick<PaperProps, 'className' | 'pt' | 'style'> & { onKeyDown?: KeyboardEventHandler }
  page?: number
}

/** A page's list in its frame: the rows, or why there are none, and the page links. */
export const RecordList = <Row,>({ query, label, failed, above, frame, page, ...parts }: RecordListProps<Row>) => {
  const isShownElsewhere = query.isError && failed === undefined && !query.data
  return (
    <Paper component="section" aria-label={label} withBorder radius="lg" {...frame}>
      {above}
      {!isShownElsewhere && (
        <DataList
          {...parts}
          loading={query.isPending || isEmptyPage(parts.rows, query.data)}
          stale={query.isPlaceholderData}
          error={query.isError ? failed : undefined}
          onRetry={() => void query.refetch()}
        />
      )}
      <ListPages
        totals={query.data}
        isStale={query.isPlaceholderData || query.isError}
        {...(page !== undefined && { page })}
      />
    </Paper>
  )
}
