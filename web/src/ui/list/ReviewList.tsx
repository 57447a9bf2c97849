import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../state/EmptyState.tsx'
import type { Column } from './DataList.tsx'
import styles from './data-list.module.css'
import { ListFacts } from './ListFacts.tsx'
import { RecordList, type RecordListProps } from './RecordList.tsx'

type Texts = { title: string; fetchFailed: string; loading: string; empty: string; emptyHint: string }
type Props<Row> = Pick<RecordListProps<Row>, 'query' | 'rows' | 'rowKey'> & {
  texts: Texts
  filters: ReactNode
  /** How many there are, once known. */
  count: string | undefined
  /** What else holds for all of them. */
  facts: ReactNode
  columns: readonly Column<Row>[]
  icon: TablerIcon
  /** Said instead of both texts for an empty list if filters are what empties it. */
  noneMatch?: string | undefined
}

/** Past events for admins to review: filters and facts above; a narrow window stacks a row's columns. */
export const ReviewList = <Row,>({ texts, filters, count, facts, icon, noneMatch, ...list }: Props<Row>) => (
  <RecordList
    {...list}
    label={texts.title}
    failed={texts.fetchFailed}
    card={(row) =>
      list.columns.map(({ key, cell, inCard = cell }) => (
        <div key={key} className={styles.part}>
          {inCard(row)}
        </div>
      ))
    }
    above={
      <>
        {filters}
        <ListFacts count={list.query.isError ? '' : (count ?? (list.query.isPending ? texts.loading : ''))}>
          {facts}
        </ListFacts>
      </>
    }
    empty={<EmptyState title={noneMatch ?? texts.empty} text={noneMatch ? undefined : texts.emptyHint} icon={icon} />}
  />
)
