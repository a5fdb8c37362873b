/** Setting of the reader's discipline. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { failureText } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { DisciplineSelect } from './DisciplineSelect.tsx';
import { useOwnDisciplineQuery, useSetDisciplineMutation, type Discipline } from './generated.ts';

/** @param listPath path of all loadouts */
export function DisciplineSetting({ listPath }: { listPath: string }) {
  const { t } = useTranslation('loadouts');
  const { data, error, refetch } = useOwnDisciplineQuery({ fetchPolicy: 'cache-and-network' });
  const [send, { loading }] = useSetDisciplineMutation();
  const chosen = data?.me.discipline ?? null;
  const change = async (discipline: Discipline | null) => {
    notify.dismiss('discipline');
    try {
      await send({ variables: { discipline } });
      notify.success(t('setting.saved'), { id: 'discipline', duration: 'short' });
    } catch (failure) {
      notify.error(t('choice.failed'), { id: 'discipline', description: failureText(failure) });
    }
  };
  return (
    <section>
      <h3>{t('setting.title')}</h3>
      <p>{t('setting.hint')}</p>
      <QueryResult
        found={data && [data]}
        error={error}
        failure={t('setting.loadFailed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 60 }} />}
      />
      {data ? (
        <DisciplineSelect
          value={chosen}
          disabled={loading}
          onChange={(discipline) => void change(discipline)}
        />
      ) : null}
      {chosen ? (
        <p>
          <Link to={`${listPath}?discipline=${chosen}`}>{t('setting.open')}</Link>
        </p>
      ) : null}
    </section>
  );
}
