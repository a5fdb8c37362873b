/** Type of GraphiQL's style sheet. */
declare module 'graphiql/style.css';
