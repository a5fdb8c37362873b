// GraphiQL's style sheet has no types of its own.
declare module 'graphiql/style.css';
