import { type OperatorRole, operators, type Right, rights, rightTexts } from '@fornix/contract'
import { Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { DataList } from '../../ui/list/DataList.tsx'
import { messages } from './messages.ts'
import classes from './rights.module.css'

type Props = { cell: (role: OperatorRole, right: Right) => ReactNode }

const What = ({ right }: { right: Right }) => (
  <>
    <Text fw={600}>{rightTexts[right].title}</Text>
    <Text size="sm" c="dimmed" fw={400}>
      {rightTexts[right].text}
    </Text>
  </>
)

/** Each right by role; in a narrow window one card per right. */
export const RightsTable = ({ cell }: Props) => (
  <DataList
    rows={rights}
    rowKey={(right) => right}
    columns={[
      { key: 'right', header: messages.right, rowHeader: true, cell: (right) => <What right={right} /> },
      ...operators.map((role) => ({
        key: role,
        header: messages.plural(role),
        cell: (right: Right) => <div className={classes.oneLine}>{cell(role, right)}</div>,
      })),
    ]}
    card={(right) => (
      <>
        <What right={right} />
        <div className={classes.cells}>
          {operators.map((role) => (
            <Fragment key={role}>
              <Text size="sm">{messages.plural(role)}</Text>
              {cell(role, right)}
            </Fragment>
          ))}
        </div>
      </>
    )}
  />
)
