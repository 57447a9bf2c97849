import { Alert, Button, Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { MessageModal } from '../dialog/MessageModal.tsx'
import type { ListParts } from './DataList.tsx'
import { ListSearch } from './ListSearch.tsx'
import { moveByArrows } from './move-by-arrows.ts'
import type { Totals } from './PageBar.tsx'
import { RecordList } from './RecordList.tsx'
import { useListParams } from './use-list-params.ts'

/** The response of a list, or the one before: a failed page or search leaves the rows that were there. */
export const useLastResponse = <T,>({ data }: UseQueryResult<T, Error>) => {
  const [last, setLast] = useState<T>()
  if (data && data !== last) setLast(data)
  return data ?? last
}

type Props<Row> = ListParts<Row> & {
  query: UseQueryResult<Totals, Error>
  totals: Totals | undefined
  /** Of the box, and of a search that failed. */
  words: { searchLabel: string; search: string; searchFailed: string }
  /** The sentence of a list that could not be fetched. */
  failed: string
  tools?: ReactNode
  above?: ReactNode
}

const Retry = ({ query, ...look }: { query: UseQueryResult<Totals, Error>; size?: string; variant: string }) => (
  <Button {...look} onClick={() => void query.refetch()}>
    {messages.error.retry}
  </Button>
)

/** A `RecordList` that is searched: a failed search says so beside the box, anything else that fails in a dialog. */
export const SearchedList = <Row,>({ query, totals, words, failed, tools, above, ...parts }: Props<Row>) => {
  const { searchQuery } = useListParams()
  const [dismissed, setDismissed] = useState<unknown>()
  const searching = searchQuery !== ''
  return (
    <>
      <RecordList
        {...parts}
        query={{
          data: totals,
          isPending: !totals && query.isPending,
          isPlaceholderData: query.isPlaceholderData,
          isError: query.isError,
          refetch: query.refetch,
        }}
        failed={searching ? undefined : failed}
        frame={{ onKeyDown: moveByArrows }}
        above={
          <>
            <Group p="md" gap="sm">
              <ListSearch words={words} />
              {tools}
              {query.isError && searching && (
                <Alert color="amber" role="status" flex="1 1 280px" py="xs">
                  <Group gap="sm">
                    {words.searchFailed}
                    <Retry query={query} size="compact-sm" variant="default" />
                  </Group>
                </Alert>
              )}
            </Group>
            {above}
          </>
        }
      />
      <MessageModal
        opened={query.isError && !searching && dismissed !== query.error}
        tone="failure"
        title={messages.error.title}
        button={messages.error.ok}
        onClose={() => setDismissed(query.error)}
      >
        <Text mb="md">{failed}</Text>
        <Retry query={query} variant="light" />
      </MessageModal>
    </>
  )
}
