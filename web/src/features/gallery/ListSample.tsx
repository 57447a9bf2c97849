import { Anchor, Group, Text } from '@mantine/core'
import { StatusBadge } from '../../clinic/records/StatusBadge.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { PageBar } from '../../ui/list/PageBar.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'

type Sample = { id: string; name: string; status: string }
const names = ['Amara Abbott', 'Ben Haddad', 'Chloe Lin', 'Diego Fofana', 'Elena Moreno', 'Farid Dubois']
const statuses = ['Accepted', 'Withdrawn', 'Pending Invite', 'On Hold']
const all: Sample[] = Array.from({ length: 137 }, (_, at) => ({
  id: `MRN${400210 + 37 * at}`,
  name: names[at % names.length]!,
  status: statuses[at % statuses.length]!,
}))

export const ListSample = () => {
  const { page, pageSize, set } = useListParams()
  return (
    <>
      <DataList
        rows={all.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={({ id }) => id}
        columns={[
          { key: 'id', header: 'MRN Number', cell: ({ id }) => id },
          { key: 'name', header: 'Name', rowHeader: true, cell: ({ name }) => <Anchor href="#main">{name}</Anchor> },
          { key: 'status', header: 'Status', sort: 'ascending', cell: ({ status }) => <StatusBadge status={status} /> },
        ]}
        card={({ id, name, status }) => (
          <>
            <Group justify="space-between" gap="4px 12px">
              <Anchor href="#main" fw={600}>
                {name}
              </Anchor>
              <StatusBadge status={status} />
            </Group>
            <Text size="sm" c="dimmed">
              {id}
            </Text>
          </>
        )}
      />
      <PageBar
        page={page}
        pageSize={pageSize}
        totals={{ total: all.length, total_pages: Math.ceil(all.length / pageSize) }}
        onPage={(next) => set({ page: next })}
        onPageSize={(size) => set({ page_size: size, page: 1 })}
      />
    </>
  )
}
