/** Experts and use cases of a service, with the editor of a new use case. */
import { ExpertsDialog, type ExpertsDialogProps } from '../features/experts/ExpertsDialog.tsx';
import { NewUseCase } from '../features/useCases/NewUseCase.tsx';

export const ItemExperts = (props: Omit<ExpertsDialogProps, 'editor'>) => (
  <ExpertsDialog {...props} editor={<NewUseCase itemId={props.itemId} />} />
);
