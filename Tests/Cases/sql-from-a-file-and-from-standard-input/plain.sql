select count(*) as messages from messages
